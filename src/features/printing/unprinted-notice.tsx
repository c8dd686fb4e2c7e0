import { readFailureText } from '#data/api/failure.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { askForPaper } from '#data/printing/asked-paper.ts';
import { settleUnprinted, showUnprinted, useUnprinted } from '#data/printing/unprinted.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import type { Order } from '#domain/order.ts';
import { paperStatuses } from '#domain/paper/kinds.ts';
import { needsNetworkText } from '#texts/printing.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { IconPrinterOff } from '#ui/icons.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './printing.module.css';
import { unprintedTexts as texts } from './paper-texts.ts';

interface UnprintedNoticeProps {
  readonly order: Order;
  readonly storeId: number;
}

/** In the detail of an order that should be on paper and is not: why, and what to do next (decision 040). */
export function UnprintedNotice({ order, storeId }: UnprintedNoticeProps) {
  const row = useUnprinted((u) => (order.id === null ? undefined : u.byOrder.get(order.id)));
  const online = useNetwork((n) => n.online);
  const now = useNow(kanbanTimerMs);
  const { sending, submit } = useSubmit((error) => toast.show({ kind: 'error', text: readFailureText(error) }));
  if (!row) return null;
  const { kind, reason, printer } = row;
  const settle = (): void =>
    void submit(async () => {
      await settleUnprinted(storeId, row.order_id);
      showUnprinted([...useUnprinted.getState().byOrder.values()].filter((r) => r.order_id !== row.order_id));
    });
  const reasonText = reason === 'late' ? texts.late : texts[reason](printer);
  const why = `${texts.since(row.since, now)}. ${reasonText}`;
  return (
    <div className={styles['unprinted']}>
      <Notice icon={<IconPrinterOff size={22} />} tone="error">
        <p>
          <b>{texts.mark[kind]}</b> {why}
        </p>
        <div className={styles['buttons']}>
          {paperStatuses[kind].includes(order.status) ? (
            <Button size="sm" onClick={() => askForPaper({ paper: kind, uid: order.uid })}>
              {reason === 'unknown' ? texts.again : texts.print}
            </Button>
          ) : null}
          <Button
            disabledReason={online ? undefined : needsNetworkText}
            loading={sending}
            size="sm"
            variant="secondary"
            onClick={settle}
          >
            {reason === 'unknown' ? texts.cameOut : texts.known}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
