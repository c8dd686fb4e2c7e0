import { useId, useState } from 'react';
import { useNetwork } from '#data/device/device.ts';
import { isNumbered, deleteOrderItem } from '#data/orders/order-edits.ts';
import { formatMoney, type Money } from '#domain/money.ts';
import type { Order } from '#domain/order.ts';
import { amountsWithLines } from '#domain/order-money.ts';
import { itemsRefusal } from '#domain/order-status.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { newUuid } from '#platform/random.ts';
import type { DetailLine } from './order-facts.ts';
import { failureText } from '#texts/errors.ts';
import { transitionTexts } from '#texts/refusals.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { useSpokenError } from '#ui/form/use-spoken-error.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { toast } from '#ui/toast/toast.ts';
import styles from './order-detail.module.css';
import { itemTexts } from './texts.ts';

interface RemoveItemDialogProps {
  readonly order: Order;
  /** The line to remove, as it was when the dialog opened; another device may have removed it since. */
  readonly line: Pick<DetailLine, 'row' | 'quantity' | 'name' | 'price'>;
  readonly store: Pick<Store, 'id' | 'currency' | 'pivot' | 'plan'>;
  readonly onClose: () => void;
}

/** 'Sí, eliminar' / 'Cancelar' before removing a row. Online only (B-67 to B-69, N-12). */
export function RemoveItemDialog({ order, line, store, onClose }: RemoveItemDialogProps) {
  const online = useNetwork((n) => n.online);
  const { error, tellError, clearError } = useSpokenError();
  const { sending: removing, submit } = useSubmit();
  // A retry after a missing answer reuses the command id.
  const [cmdId] = useState(newUuid);
  const textId = useId();
  const place = order.order_detail.filter((r) => r.ref === null).findIndex((r) => r.id === line.row);
  const left = order.items.filter((_, index) => index !== place);
  const impossible = !can('order.removeItem', store, order)
    ? transitionTexts[itemsRefusal(order.status) ?? 'items-after-end']
    : place < 0
      ? itemTexts.gone
      : left.length === 0
        ? itemTexts.last
        : null;
  const amount = (value: Money): string => formatMoney(value, store.currency);

  const remove = async (): Promise<void> => {
    if (!isNumbered(order) || line.row === null) return;
    clearError();
    const end = await deleteOrderItem(order, line.row, store, cmdId);
    if (end.kind === 'done') {
      toast.show({ kind: 'success', text: itemTexts.removed });
      onClose();
      return;
    }
    tellError(end.code === 'not_found' ? itemTexts.gone : failureText(end));
  };

  // While the command is in flight the row may already be gone: that is not an error.
  const blocked = removing ? null : impossible;
  return (
    <Overlay
      describedBy={textId}
      footer={
        <div className={styles['answers']}>
          <Button data-autofocus="" disabled={removing} variant="secondary" onClick={onClose}>
            {blocked === null ? itemTexts.cancel : itemTexts.close}
          </Button>
          {blocked === null ? (
            <Button
              disabledReason={online ? undefined : itemTexts.offline}
              loading={removing}
              variant="danger"
              onClick={() => void submit(remove)}
            >
              {itemTexts.confirm}
            </Button>
          ) : null}
        </div>
      }
      hideClose
      open
      role="alertdialog"
      size="sm"
      title={itemTexts.title}
      onClose={onClose}
    >
      <div className={styles['content']} id={textId}>
        <p className={styles['line']}>
          <span>
            <b>{line.quantity}</b> {line.name}
          </span>
          <span>{amount(line.price)}</span>
        </p>
        {blocked === null ? (
          <p className={styles['quiet']}>
            {itemTexts.total(amount(order.total), amount(amountsWithLines(order, left).total))}
            {order.payments.length > 0 ? ` ${itemTexts.payments}` : null}
          </p>
        ) : (
          <Notice tone="warning">{blocked}</Notice>
        )}
        {error === null || blocked !== null ? null : <Notice tone="error">{error}</Notice>}
      </div>
    </Overlay>
  );
}
