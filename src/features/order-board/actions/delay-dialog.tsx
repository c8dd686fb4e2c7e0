import type { FormEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { useNow } from '#data/device/device.ts';
import { queueOrderDelay, useOrder } from '#data/orders/orders.ts';
import { delayMinimumMinutes, delayStepMinutes, kanbanTimerMs } from '#domain/limits.ts';
import { can } from '#domain/permissions.ts';
import type { Order } from '#domain/order.ts';
import { delayChoices, delayedUntil, delayMaximumMinutes, delayParts } from '#domain/order-delay.ts';
import type { Store } from '#domain/store.ts';
import { kept } from './move-order.ts';
import { transitionTexts } from '#texts/refusals.ts';
import { toBeConfirmed, whenLabel } from '#texts/time.ts';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { IconArrowRight } from '#ui/icons.tsx';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { NumberStepper } from '#ui/stepper/number-stepper.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './actions.module.css';
import { OfflineNote, OnlyClose } from './dialog-parts.tsx';
import { actionTexts, delayTexts } from './texts.ts';

type DelayStore = Pick<Store, 'id' | 'currency' | 'status' | 'timezone' | 'pivot' | 'plan'>;

interface DelayDialogProps {
  readonly uid: string;
  readonly store: DelayStore;
  readonly onClose: () => void;
}

/** Queues commands whose delays add up to `minutes`; false when the disk refused. */
const delayOrder = async (order: Order, minutes: number, store: DelayStore): Promise<boolean> =>
  (await kept(order, async () => {
    for (const part of delayParts(minutes)) await queueOrderDelay(order, part, store);
    return true;
  })) === true;

/** Chooses a delay in steps of 5 minutes and shows the new ready time (B-60, B-61, M-14, N-04). */
export function DelayDialog({ uid, store, onClose }: DelayDialogProps) {
  const order = useOrder(uid)?.body ?? null;
  const now = useNow(kanbanTimerMs);
  const [minutes, setMinutes] = useState(delayMinimumMinutes);
  const [told, setTold] = useState(false);
  const { sending: saving, submit } = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  const error = told && minutes === delayMinimumMinutes ? delayTexts.missing : undefined;
  const open = order !== null && can('order.delay', store, order);
  const when = (at: Order['ready_by']): string => (at === null ? toBeConfirmed : whenLabel(at, now, store.timezone));

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (order === null || saving) return;
    if (minutes === delayMinimumMinutes) {
      setTold(true);
      announce(delayTexts.missing, 'assertive');
      form.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus();
      return;
    }
    const ready = when(delayedUntil(order, minutes, now));
    void submit(async () => {
      if (!(await delayOrder(order, minutes, store))) return;
      toast.show({ kind: 'success', text: delayTexts.done(order.number, minutes, ready) });
      onClose();
    });
  };

  return (
    <Overlay
      footer={
        open ? (
          <FormAnswers
            confirm={minutes === delayMinimumMinutes ? delayTexts.confirm : delayTexts.confirmBy(minutes)}
            form="delay"
            saving={saving}
            tone="primary"
            onCancel={onClose}
          />
        ) : (
          <OnlyClose onClose={onClose} />
        )
      }
      open
      size="sm"
      title={delayTexts.title(order?.number ?? null)}
      onClose={onClose}
    >
      {open ? (
        <form ref={form} className={styles['form']} id="delay" noValidate onSubmit={onSubmit}>
          <OfflineNote />
          <ChipRow label={delayTexts.usual} wrap>
            {delayChoices.map((choice, index) => (
              <FilterPill
                key={choice}
                aria-label={delayTexts.choiceName(choice)}
                data-autofocus={index === 0 ? '' : undefined}
                pressed={minutes === choice}
                onToggle={(on) => setMinutes(on ? choice : delayMinimumMinutes)}
              >
                {delayTexts.choice(choice)}
              </FilterPill>
            ))}
          </ChipRow>
          <fieldset aria-describedby={error === undefined ? undefined : errorId} className={styles['stepper']}>
            <NumberStepper
              format={delayTexts.minutes}
              label={delayTexts.label}
              max={delayMaximumMinutes}
              min={delayMinimumMinutes}
              step={delayStepMinutes}
              value={minutes}
              onChange={setMinutes}
            />
            <FieldError id={errorId} message={error} />
          </fieldset>
          <p className={styles['preview']}>
            <span>{delayTexts.ready}</span> <b>{when(order.ready_by)}</b>
            {minutes === delayMinimumMinutes ? null : (
              <>
                <IconArrowRight size={22} />
                <span className="visually-hidden">{delayTexts.becomes}</span>
                <b className={styles['result']}>{when(delayedUntil(order, minutes, now))}</b>
              </>
            )}
          </p>
        </form>
      ) : (
        <Notice tone="warning">{order === null ? actionTexts.removed : transitionTexts['delay-after-end']}</Notice>
      )}
    </Overlay>
  );
}
