import { lazy, Suspense, useRef } from 'react';
import { useNetwork } from '#data/device/device.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
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
import { Overlay } from '#ui/overlay/overlay.tsx';
import { tellMissing } from '#ui/toast/toast.ts';
import { EditablePayments } from './payments/editable-payments.tsx';
import styles from './payments/payments.module.css';
import { usePaymentsEditor } from './use-payments-editor.ts';
import { orderPaymentTexts, paymentTexts } from './payments/texts.ts';

const CardDrawer = lazy(async () => ({
  default: (await importWithRetry(() => import('./card/card-drawer.tsx'), tellMissing)).CardDrawer,
}));

interface OrderPaymentsDialogProps {
  readonly uid: string;
  readonly store: Store;
  /** Begins with the refused payment as a new one, and asks for its card (C14). */
  readonly again?: boolean;
  readonly onClose: () => void;
  /** The save has started a payment in progress (N-02). */
  readonly onPaying: (orderId: number) => void;
}

/** Edits the payments of an unfinished order, and charges it by QR or card. Online only (B-66, Y-06 to Y-13, N-26). */
export function OrderPaymentsDialog({ uid, store, again = false, onClose, onPaying }: OrderPaymentsDialogProps) {
  const order = useOrder(uid)?.body ?? null;
  const open = order !== null && isNumbered(order) && can('order.changePayments', store, order);
  if (open) return <Editor again={again} order={order} store={store} onClose={onClose} onPaying={onPaying} />;
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

interface EditorProps extends Pick<OrderPaymentsDialogProps, 'store' | 'onClose' | 'onPaying'> {
  readonly order: StoredOrder;
  readonly again: boolean;
}

function Editor({ order, store, again, onClose, onPaying }: EditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const online = useNetwork((n) => n.online);
  const { base, rows, told, error, saving, dirty, charges, card, put, save } = usePaymentsEditor({
    order,
    store,
    form,
    again,
    onClose,
    onPaying,
  });

  return (
    <>
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
              {charges ? orderPaymentTexts.charge : orderPaymentTexts.save}
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
          <EditablePayments rows={rows} store={store} told={told} total={base.total} onChange={put} />
        </form>
      </Overlay>
      {card ? (
        <Suspense>
          <CardDrawer {...card} store={store} />
        </Suspense>
      ) : null}
    </>
  );
}
