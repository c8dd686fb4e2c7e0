import type { FormEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { queueOrderReject, takeBackUnsent, useOrder, useOrders } from '#data/orders/orders.ts';
import type { Order, RejectReason } from '#domain/order.ts';
import { can } from '#domain/permissions.ts';
import { kept, tellMoved } from './move-order.ts';
import type { MoveStore } from './move-order.ts';
import { transitionTexts } from '#texts/refusals.ts';
import { rejectReasonLabels } from '#texts/order.ts';
import { rejectReasonMessages } from '#texts/order-details.ts';
import { Notice } from '#ui/feedback/panels.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { isTopLayer } from '#ui/overlay/overlay-stack.ts';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';
import styles from './actions.module.css';
import { OfflineNote, OnlyClose } from './dialog-parts.tsx';
import { reasonOfKey, reasonsByUse } from '#domain/order-rejection.ts';
import { actionTexts, rejectTexts } from './texts.ts';

interface RejectDialogProps {
  readonly uid: string;
  readonly store: MoveStore;
  readonly onClose: () => void;
}

/**
 * Queues the rejection and offers to undo it; a command that was never sent is cancelled. False: nothing was queued.
 */
async function rejectOrder(order: Order, reason: RejectReason, store: MoveStore): Promise<boolean> {
  const sentence = rejectReasonMessages[reason];
  const cmdId = await kept(order, () => queueOrderReject(order, { reason, sentence }, store));
  if (cmdId === undefined) return false;
  tellMoved(order, 'REJECTED', store, () => (cmdId === null ? Promise.resolve(false) : takeBackUnsent(cmdId)));
  return true;
}

/** 'Rechazar pedido N°': one of twelve reasons, and the message that the customer gets (B-15, B-62, B-63, N-21). */
export function RejectDialog({ uid, store, onClose }: RejectDialogProps) {
  const order = useOrder(uid)?.body ?? null;
  const orders = useOrders();
  const [reasons] = useState(() => reasonsByUse(orders.map((o) => o.body)));
  const [reason, setReason] = useState<RejectReason | null>(null);
  const [told, setTold] = useState(false);
  const { sending: saving, submit } = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  const missing = told && reason === null ? rejectTexts.missing : undefined;
  const open = order !== null && (can('order.reject', store, order) || saving);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (!isTopLayer(form.current?.closest('[data-layer]') ?? null)) return;
      const chosen = reasonOfKey(reasons, event.key);
      if (chosen === null) return;
      setReason(chosen);
      form.current?.querySelector<HTMLInputElement>(`input[value="${chosen}"]`)?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [reasons]);

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (order === null || saving) return;
    if (reason === null) {
      setTold(true);
      announce(rejectTexts.missing, 'assertive');
      form.current?.querySelector('input')?.focus();
      return;
    }
    void submit(async () => {
      if (await rejectOrder(order, reason, store)) onClose();
    });
  };

  return (
    <Overlay
      footer={
        open ? (
          <FormAnswers confirm={rejectTexts.confirm} form="reject" saving={saving} tone="danger" onCancel={onClose} />
        ) : (
          <OnlyClose onClose={onClose} />
        )
      }
      open
      size="md"
      title={rejectTexts.title(order?.number ?? null)}
      onClose={onClose}
    >
      {open ? (
        <form
          ref={form}
          aria-describedby={missing === undefined ? undefined : errorId}
          className={styles['form']}
          id="reject"
          noValidate
          onSubmit={onSubmit}
        >
          <OfflineNote />
          {/* Sticky above the list, which is longer than most screens. */}
          <div className={styles['missing']}>
            <FieldError id={errorId} message={missing} />
          </div>
          <RadioCards
            hideLabel
            label={rejectTexts.reasons}
            options={reasons.map((value, index) => ({
              value,
              label: rejectReasonLabels[value],
              hint: value === reason ? `${rejectTexts.preview} ${rejectReasonMessages[value]}` : undefined,
              trailing:
                index < 10 ? (
                  <kbd aria-hidden="true" className={styles['key']}>
                    {rejectTexts.key(index)}
                  </kbd>
                ) : undefined,
            }))}
            value={reason}
            onChange={setReason}
          />
        </form>
      ) : (
        <Notice tone="warning">{order === null ? actionTexts.removed : transitionTexts['already-rejected']}</Notice>
      )}
    </Overlay>
  );
}
