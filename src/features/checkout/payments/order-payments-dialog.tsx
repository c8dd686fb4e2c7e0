import { useRef, useState } from 'react';
import { useNetwork } from '#data/device/device.ts';
import { isNumbered } from '#data/orders/order-edits.ts';
import { useOrder } from '#data/orders/orders.ts';
import { formatMoney } from '#domain/money.ts';
import type { StoredOrder } from '#domain/order.ts';
import { paymentsRefusal } from '#domain/order-status.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { transitionTexts } from '#texts/refusals.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { IconPlus } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { AskedCash } from './asked-cash.tsx';
import { PaymentGapNotice } from './payment-gap.tsx';
import { PaymentRows } from './payment-rows.tsx';
import styles from './payments.module.css';
import { usePaymentsEditor } from './use-payments-editor.ts';
import { orderPaymentTexts, paymentTexts } from './texts.ts';

interface OrderPaymentsDialogProps {
  readonly uid: string;
  readonly store: Store;
  readonly onClose: () => void;
}

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
  readonly order: StoredOrder;
  readonly store: Store;
  readonly onClose: () => void;
}

function Editor({ order, store, onClose }: EditorProps) {
  const [cashOf, setCashOf] = useState<number | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const online = useNetwork((n) => n.online);
  const { base, rows, resolved, added, told, error, saving, dirty, put, add, save } = usePaymentsEditor({
    order,
    store,
    form,
    onClose,
  });

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
      <form
        ref={form}
        className={styles['form']}
        id="order-payments"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (online) void save();
        }}
      >
        {error === null ? null : <Notice tone="error">{error}</Notice>}
        <p className={styles['due']}>
          <span>{orderPaymentTexts.total}</span>
          <b>{formatMoney(base.total, store.currency)}</b>
        </p>
        {rows.length === 0 ? <p>{orderPaymentTexts.none}</p> : null}
        <PaymentRows
          added={added}
          place="order"
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
