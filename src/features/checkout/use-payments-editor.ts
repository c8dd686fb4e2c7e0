import type { ComponentProps, RefObject } from 'react';
import { useRef, useState } from 'react';
import { useNow } from '#data/device/device.ts';
import type { CardToken } from '#domain/card-form.ts';
import { saveOrderPayments } from '#data/orders/order-edits.ts';
import { useOnlineCharging } from '#data/api/server-facts.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import type { Order, StoredOrder } from '#domain/order.ts';
import { cardAccountOf } from '#domain/offered-payments.ts';
import { needsCard, startedAmong } from '#domain/paying.ts';
import type { CartPayment } from '#domain/payments.ts';
import { paymentProblem, paymentRows, paymentsAgain, resolvedPayments } from '#domain/payments.ts';
import type { Store } from '#domain/store.ts';
import type { CardDrawer } from './card/card-drawer.tsx';
import { newUuid } from '#platform/random.ts';
import { failureText } from '#texts/errors.ts';
import { whenLabel } from '#texts/time.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { orderPaymentTexts } from './payments/texts.ts';

interface Try {
  readonly rows: readonly CartPayment[];
  readonly token: string | null;
  readonly cmdId: string;
}

interface PaymentsEditorOptions {
  readonly order: StoredOrder;
  readonly store: Store;
  readonly form: RefObject<HTMLFormElement | null>;
  /** Begins with the refused payment as a new one, and asks for its card. */
  readonly again: boolean;
  readonly onClose: () => void;
  /** The save has started a payment in progress. */
  readonly onPaying: (orderId: number) => void;
}

interface PaymentsEditor {
  /** The order as the user saw it. Saving detects a change by another device and never overwrites it (N-16). */
  readonly base: Order;
  readonly rows: readonly CartPayment[];
  /** True once the user has tried to save: the rows show their problems. */
  readonly told: boolean;
  readonly error: string | null;
  readonly saving: boolean;
  readonly dirty: boolean;
  /** Saving asks a provider to charge. */
  readonly charges: boolean;
  /** What the drawer needs that asks for the card; null while none is asked for. */
  readonly card: Omit<ComponentProps<typeof CardDrawer>, 'store'> | null;
  readonly put: (change: (was: readonly CartPayment[]) => readonly CartPayment[]) => void;
  /** Checks the rows, asks for a card if one pays, and saves: one request at a time. */
  readonly save: () => Promise<void>;
}

/** The payments being edited, and how they are saved. */
export function usePaymentsEditor({
  order,
  store,
  form,
  again,
  onClose,
  onPaying,
}: PaymentsEditorOptions): PaymentsEditor {
  const [base, setBase] = useState(order);
  const [rows, setRows] = useState<readonly CartPayment[]>(
    () => (again ? paymentsAgain(order.payments, order.total) : null) ?? paymentRows(order.payments),
  );
  const [told, setTold] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [moved, setMoved] = useState<string | null>(null);
  const [asking, setAsking] = useState(again);
  const [doubt, setDoubt] = useState(false);
  const last = useRef<Try | null>(null);
  const { sending, submit } = useSubmit();
  const now = useNow(kanbanTimerMs);
  const charging = useOnlineCharging();
  // After a conflict, the order's current payments replace the unsaved rows.
  if (moved !== null && order.money_rev !== base.money_rev) {
    setBase(order);
    setRows(paymentRows(order.payments));
    setMoved(null);
    setError(moved);
  }
  const resolved = resolvedPayments(rows, base.total);
  const started = startedAmong(resolved, base.payments);
  const account = charging && started && needsCard(started.method) ? cardAccountOf(store) : null;
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
    // The card is asked last: it is charged with the save, and kept nowhere.
    if (account) return setAsking(true);
    await submit(async () => void (await send(null)));
  };

  /** Resolves to the sentence of a refusal; null: it is saved. */
  const send = async (spent: CardToken | null): Promise<string | null> => {
    setError(null);
    // A retry of the same rows reuses its command id; other rows, or another card, are a new command.
    const token = spent?.token ?? null;
    const before = last.current;
    const known = before?.rows === rows && before.token === token ? before : { rows, token, cmdId: newUuid() };
    last.current = known;
    const end = await saveOrderPayments(base, resolved, store, {
      cmdId: known.cmdId,
      paidBy: spent && { card: spent, onDoubt: () => setDoubt(true) },
    });
    setDoubt(false);
    if (end.kind === 'done') {
      if (end.order.status === 'PAYING') onPaying(end.order.id);
      else {
        toast.show({ kind: 'success', text: orderPaymentTexts.saved });
        onClose();
      }
      return null;
    }
    const words =
      end.code === 'conflict'
        ? orderPaymentTexts.conflict(end.by, end.at === null ? null : whenLabel(end.at, now, store.timezone))
        : failureText(end);
    tell(words);
    if (end.code === 'conflict') {
      setMoved(words);
      setAsking(false);
    }
    return words;
  };

  const card =
    asking && started && account && charging
      ? {
          amount: started.amount,
          doubt,
          account,
          sandbox: charging.sandbox,
          onClose: () => setAsking(false),
          onPay: send,
        }
      : null;
  return { base, rows, told, error, saving: sending, dirty, charges: started !== undefined, card, put, save };
}
