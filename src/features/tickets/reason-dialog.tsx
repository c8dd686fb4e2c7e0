import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { readFailureText } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { isText, useTyped } from '#data/session/typed.ts';
import { createTicket, queueMessage } from '#data/tickets/tickets.ts';
import { ticketMessageMaxChars } from '#domain/limits.ts';
import type { TicketReason } from '#domain/tickets.ts';
import { messageText, ticketReasons } from '#domain/tickets.ts';
import { newUuid } from '#platform/random.ts';
import { Notice } from '#ui/feedback/panels.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './reason-dialog.module.css';
import { ticketReasonLabels, ticketTexts } from './texts.ts';

interface ReasonDialogProps {
  readonly storeId: number;
  readonly order: { readonly id: number; readonly number: number | null };
  readonly onOpened: (ticket: number) => void;
  readonly onClose: () => void;
}

/** 'Ticket del pedido Nro': a reason and an optional first message (B-16, U-07, H3). Online only. */
export function ReasonDialog({ storeId, order, onOpened, onClose }: ReasonDialogProps) {
  const online = useNetwork((n) => n.online);
  const [reason, setReason] = useState<TicketReason | null>(null);
  const [typed, setTyped] = useTyped(`ticket of order ${order.id}`, '', isText);
  const [told, setTold] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const { sending: saving, submit } = useSubmit((error) => setFailed(readFailureText(error)));
  const form = useRef<HTMLFormElement>(null);
  // One idempotency key per reason, so that a retry after a lost answer opens no second ticket.
  const [keys] = useState(() => new Map<TicketReason, string>());

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!online) return;
    if (reason === null) {
      setTold(true);
      form.current?.querySelector('input')?.focus();
      return;
    }
    const key = keys.get(reason) ?? newUuid();
    keys.set(reason, key);
    void submit(async () => {
      setFailed(null);
      const { id } = await createTicket(storeId, { order_id: order.id, reason }, key);
      const message = messageText(typed);
      if (message !== null)
        await queueMessage(storeId, id, { message }).catch(() =>
          toast.show({ id: 'ticket-message', kind: 'error', text: ticketTexts.notKept }),
        );
      onOpened(id);
    });
  };

  return (
    <Overlay
      dirty={messageText(typed) !== null && !saving}
      footer={
        <FormAnswers
          confirm={ticketTexts.send}
          disabledReason={online ? undefined : ticketTexts.needsNetwork}
          form="ticket-reason"
          saving={saving}
          onCancel={onClose}
        />
      }
      open
      size="md"
      title={ticketTexts.reasonTitle(order.number)}
      onClose={onClose}
    >
      <form ref={form} className={styles['form']} id="ticket-reason" noValidate onSubmit={onSubmit}>
        {failed === null ? null : (
          <div role="alert">
            <Notice tone="error">{failed}</Notice>
          </div>
        )}
        <RadioCards
          error={told && reason === null ? ticketTexts.reasonMissing : undefined}
          label={ticketTexts.reasons}
          options={ticketReasons.map((value) => ({ value, label: ticketReasonLabels[value] }))}
          value={reason}
          onChange={setReason}
        />
        <TextArea
          hint={ticketTexts.messageHint}
          label={ticketTexts.message}
          maxLength={ticketMessageMaxChars}
          value={typed}
          onChange={setTyped}
        />
      </form>
    </Overlay>
  );
}
