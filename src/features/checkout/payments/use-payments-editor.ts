import type { RefObject } from 'react';
import { useRef, useState } from 'react';
import { useNow } from '#data/device/device.ts';
import { saveOrderPayments } from '#data/orders/order-edits.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import type { Order, StoredOrder } from '#domain/order.ts';
import type { Money } from '#domain/money.ts';
import { methodsFor } from '#domain/offered-payments.ts';
import type { CartPayment } from '#domain/payments.ts';
import { paymentProblem, paymentRows, resolvedPayments, withPaymentAdded } from '#domain/payments.ts';
import type { Store } from '#domain/store.ts';
import { newUuid } from '#platform/random.ts';
import { failureSentences } from '#texts/errors.ts';
import { whenLabel } from '#texts/time.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { orderPaymentTexts, paymentTexts } from './texts.ts';

interface Try {
  readonly rows: readonly CartPayment[];
  readonly cmdId: string;
}

interface PaymentsEditorOptions {
  readonly order: StoredOrder;
  readonly store: Store;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onClose: () => void;
}

interface PaymentsEditor {
  /** The order as the user saw it. Saving detects a change by another device and never overwrites it (N-16). */
  readonly base: Order;
  readonly rows: readonly CartPayment[];
  readonly resolved: readonly CartPayment<Money>[];
  /** Key of the row that was added last. */
  readonly added: number | null;
  /** True once the user has tried to save: the rows show their problems. */
  readonly told: boolean;
  readonly error: string | null;
  readonly saving: boolean;
  readonly dirty: boolean;
  readonly put: (change: (was: readonly CartPayment[]) => readonly CartPayment[]) => void;
  readonly add: () => void;
  /** Checks and saves the rows, one request at a time, and closes the dialog. */
  readonly save: () => Promise<void>;
}

/** The payments being edited, and how they are saved. */
export function usePaymentsEditor({ order, store, form, onClose }: PaymentsEditorOptions): PaymentsEditor {
  const [base, setBase] = useState(order);
  const [rows, setRows] = useState<readonly CartPayment[]>(() => paymentRows(order.payments));
  const [added, setAdded] = useState<number | null>(null);
  const [told, setTold] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [moved, setMoved] = useState<string | null>(null);
  const last = useRef<Try | null>(null);
  const { sending, submit } = useSubmit();
  const now = useNow(kanbanTimerMs);
  // After a conflict, the order's current payments replace the unsaved rows.
  if (moved !== null && order.money_rev !== base.money_rev) {
    setBase(order);
    setRows(paymentRows(order.payments));
    setMoved(null);
    setError(moved);
  }
  const resolved = resolvedPayments(rows, base.total);
  const dirty = JSON.stringify(rows) !== JSON.stringify(paymentRows(base.payments));
  const missing = base.type === 'DELIVERY' && rows.length === 0;
  const put = (change: (was: readonly CartPayment[]) => readonly CartPayment[]): void => {
    setRows(change(rows));
    setError(null);
  };
  const tell = (words: string): void => {
    setError(words);
    announce(words, 'assertive');
  };

  const add = (): void => {
    const offered = methodsFor(null, rows, store, { place: 'order', charging: null });
    const next = offered.find((m) => !rows.some((p) => p.method === m)) ?? offered[0];
    if (next === undefined) return tell(paymentTexts.noOptions);
    const grown = withPaymentAdded(rows, next);
    put(() => grown);
    setAdded(grown.at(-1)?.key ?? null);
  };

  const save = async (): Promise<void> => {
    const wrong = resolved.some((p, index) => rows[index] && paymentProblem(rows[index], p.amount) !== null);
    setTold(true);
    if (missing) return tell(orderPaymentTexts.mandatory);
    if (wrong) {
      announce(orderPaymentTexts.check, 'assertive');
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    if (!dirty) return onClose();
    await submit(() => send(resolved));
  };

  const send = async (payments: readonly CartPayment<Money>[]): Promise<void> => {
    setError(null);
    // A retry of the same rows reuses its command id; other rows are a new command.
    const known = last.current?.rows === rows ? last.current : { rows, cmdId: newUuid() };
    last.current = known;
    const end = await saveOrderPayments(base, payments, store, known.cmdId);
    if (end.kind === 'done') {
      toast.show({ kind: 'success', text: orderPaymentTexts.saved });
      return onClose();
    }
    const words =
      end.code === 'conflict'
        ? orderPaymentTexts.conflict(end.by, end.at === null ? null : whenLabel(end.at, now, store.timezone))
        : failureSentences(end).join(' ');
    tell(words);
    if (end.code === 'conflict') setMoved(words);
  };

  return { base, rows, resolved, added, told, error, saving: sending, dirty, put, add, save };
}
