import { useNetwork } from '#data/device/device.ts';
import type { ShownMessage } from '#data/tickets/tickets.ts';
import { dropMessage, resendMessage } from '#data/tickets/tickets.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconAlert, IconCheck, IconClock } from '#ui/icons.tsx';
import { toast } from '#ui/toast/toast.ts';
import { ticketTexts } from './texts.ts';
import styles from './ticket-chat.module.css';

interface BubbleProps {
  readonly message: ShownMessage;
  readonly author: string;
  /** True for a message of this device's user. */
  readonly own: boolean;
  readonly closed: boolean;
  readonly ticketId: number;
  readonly store: Store;
  readonly now: Instant;
}

const doing = (work: Promise<unknown>): void =>
  void work.catch(() => toast.show({ id: 'ticket-message', kind: 'error', text: ticketTexts.notKept }));

/** One message with its time and delivery state: clock, tick, or error with «Reintentar» (U-10, U-11). */
export function Bubble({ message, author, own, closed, ticketId, store, now }: BubbleProps) {
  const online = useNetwork((n) => n.online);
  const { state, cmdId } = message;
  // Offline the message waits; only a missing answer while online is a failure.
  const failed = state === 'refused' || (state === 'failed' && online);
  return (
    <li
      className={cx(styles['bubble'], message.from === 'store' && styles['ours'])}
      data-state={failed ? 'failed' : state}
    >
      <span className={cx(styles['author'], own && 'visually-hidden')}>{author}</span>
      <p className={styles['text']}>{message.message}</p>
      <span className={styles['meta']}>
        <span>{whenLabel(message.at, now, store.timezone)}</span>
        {own && !failed ? <Mark state={state} waits={!online} /> : null}
      </span>
      {failed ? (
        <div className={styles['failed']} role="alert">
          <span className={styles['why']}>
            <IconAlert size={20} />
            {ticketTexts.notSent} {message.why}
          </span>
          {state === 'failed' || !closed ? (
            <Button size="sm" variant="secondary" onClick={() => doing(resendMessage(store.id, ticketId, message))}>
              {ticketTexts.retry}
            </Button>
          ) : null}
          {state === 'refused' && cmdId !== null ? (
            <Button size="sm" variant="ghost" onClick={() => doing(dropMessage(cmdId))}>
              {ticketTexts.drop}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

function Mark({ state, waits }: { readonly state: ShownMessage['state']; readonly waits: boolean }) {
  if (state === 'sent')
    return (
      <span className={styles['mark']}>
        <IconCheck size={18} />
        <span className="visually-hidden">{ticketTexts.sent}</span>
      </span>
    );
  return (
    <span className={styles['mark']}>
      <IconClock size={18} />
      {waits ? ticketTexts.queued : ticketTexts.sending}
    </span>
  );
}
