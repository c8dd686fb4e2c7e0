import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { useNow } from '#data/device/now.ts';
import { useNetwork } from '#data/device/network.ts';
import { isNumbered, saveOrderPayments } from '#data/orders/order-edits.ts';
import { useOrder } from '#data/orders/orders.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import { paymentsRefusal } from '#domain/order-edits.ts';
import { can } from '#domain/permissions.ts';
import type { CartPayment, ResolvedPayment } from '#domain/payments.ts';
import { chargedOnline, paymentProblem, resolvedPayments, withPaymentAdded } from '#domain/payments.ts';
import type { Store } from '#domain/store.ts';
import { newUuid } from '#platform/random.ts';
import { failureSentences } from '#texts/errors.ts';
import { transitionTexts } from '#texts/refusals.ts';
import { whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { IconPlus } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { AskedCash } from './asked-cash.tsx';
import { PaymentGapNotice } from './payment-gap.tsx';
import { PaymentRows } from './payment-rows.tsx';
import styles from './payments.module.css';
import { orderPaymentTexts, paymentTexts } from './texts.ts';

interface OrderPaymentsDialogProps {
  readonly uid: string;
  readonly store: Store;
  readonly onClose: () => void;
}

/** Converts the order's payments to rows; a payment's id is its row's key. */
const rowsOf = ({ payments }: Pick<Order, 'payments'>): readonly CartPayment[] =>
  payments.map(({ id, method, amount, type, value, can_modify }, index) => ({
    key: id ?? index + 1,
    method,
    amount,
    type,
    value,
    can_modify,
  }));

/** Edits the payments of an unfinished order. Online only (B-66, Y-06 to Y-13, N-26). */
export function OrderPaymentsDialog({ uid, store, onClose }: OrderPaymentsDialogProps) {
  const order = useOrder(uid)?.body ?? null;
  const open = order !== null && isNumbered(order) && can('order.changePayments', store, order);
  if (open) return <Editor order={order} store={store} onClose={onClose} />;
  return (
    <Overlay
      footer={
        <Button data-autofocus="" fullWidth variant="secondary" onClick={onClose}>
          {orderPaymentTexts.close}
        </Button>
      }
      open
      size="sm"
      title={orderPaymentTexts.title(order?.number ?? null)}
      onClose={onClose}
    >
      <Notice tone="warning">
        {order === null
          ? orderPaymentTexts.removed
          : transitionTexts[paymentsRefusal(order.status) ?? 'payments-after-end']}
      </Notice>
    </Overlay>
  );
}

interface EditorProps {
  readonly order: Order & { readonly id: number };
  readonly store: Store;
  readonly onClose: () => void;
}

interface Try {
  readonly rows: readonly CartPayment[];
  readonly cmdId: string;
}

function Editor({ order, store, onClose }: EditorProps) {
  // The order as the user saw it. Saving detects a change by another device and never overwrites it (N-16).
  const [base, setBase] = useState(order);
  const [rows, setRows] = useState(() => rowsOf(order));
  const [cashOf, setCashOf] = useState<number | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  const [told, setTold] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [moved, setMoved] = useState<string | null>(null);
  const last = useRef<Try | null>(null);
  const busy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const online = useNetwork((n) => n.online);
  const now = useNow(kanbanTimerMs);
  // After a conflict, the order's current payments replace the unsaved rows.
  if (moved !== null && order.money_rev !== base.money_rev) {
    setBase(order);
    setRows(rowsOf(order));
    setMoved(null);
    setError(moved);
  }
  const resolved = resolvedPayments(rows, base.total);
  const dirty = JSON.stringify(rows) !== JSON.stringify(rowsOf(base));
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
    const offered = store.payment_methods.map((m) => m.type).filter((m) => !chargedOnline.includes(m));
    const next = offered.find((m) => !rows.some((p) => p.method === m)) ?? offered[0];
    if (next === undefined) return tell(paymentTexts.noOptions);
    const grown = withPaymentAdded(rows, next);
    put(() => grown);
    setAdded(grown.at(-1)?.key ?? null);
  };

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy.current || !online) return;
    const wrong = resolved.some((p, index) => rows[index] && paymentProblem(rows[index], p.amount) !== null);
    setTold(true);
    if (missing) return tell(orderPaymentTexts.mandatory);
    if (wrong) {
      announce(orderPaymentTexts.check, 'assertive');
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    if (!dirty) return onClose();
    await send(resolved);
  };

  const send = async (payments: readonly ResolvedPayment[]): Promise<void> => {
    busy.current = true;
    setSaving(true);
    setError(null);
    // A retry of the same rows reuses its command id; other rows are a new command.
    const known = last.current?.rows === rows ? last.current : { rows, cmdId: newUuid() };
    last.current = known;
    const end = await saveOrderPayments(base, payments, store, known.cmdId);
    busy.current = false;
    setSaving(false);
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

  return (
    <Overlay
      dirty={dirty}
      footer={
        <div className={styles['answers']}>
          <Button variant="secondary" onClick={onClose}>
            {paymentTexts.cancel}
          </Button>
          <Button
            disabledReason={online ? undefined : orderPaymentTexts.offline}
            form="order-payments"
            loading={saving}
            type="submit"
          >
            {orderPaymentTexts.save}
          </Button>
        </div>
      }
      open
      size="md"
      title={orderPaymentTexts.title(order.number)}
      onClose={onClose}
    >
      <form ref={form} className={styles['form']} id="order-payments" noValidate onSubmit={(event) => void save(event)}>
        {error === null ? null : <Notice tone="error">{error}</Notice>}
        <p className={styles['due']}>
          <span>{orderPaymentTexts.total}</span>
          <b>{formatMoney(base.total, store.currency)}</b>
        </p>
        {rows.length === 0 ? <p>{orderPaymentTexts.none}</p> : null}
        <PaymentRows
          added={added}
          resolved={resolved}
          rows={rows}
          store={store}
          told={told}
          onCash={setCashOf}
          onChange={put}
        />
        <PaymentGapNotice
          currency={store.currency}
          payments={rows}
          total={base.total}
          onClose={(closed) => put(() => closed)}
        />
        <div className={styles['actions']}>
          <Button icon={<IconPlus size={20} />} size="sm" variant="secondary" onClick={add}>
            {paymentTexts.add}
          </Button>
        </div>
      </form>
      <AskedCash asked={cashOf} resolved={resolved} store={store} onChange={put} onClose={() => setCashOf(null)} />
    </Overlay>
  );
}
