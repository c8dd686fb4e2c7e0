import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNetwork, useNow } from '#data/device/device.ts';
import { currentUser } from '#data/session/session.ts';
import { isText, useTyped } from '#data/session/typed.ts';
import { markTicketRead, queueMessage, useThread } from '#data/tickets/tickets.ts';
import type { Store } from '#domain/store.ts';
import type { Ticket } from '#domain/tickets.ts';
import { messageText } from '#domain/tickets.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { Button } from '#ui/action/button.tsx';
import { IconMessage } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { toast } from '#ui/toast/toast.ts';
import { Bubble } from './bubble.tsx';
import { Composer } from './composer.tsx';
import { ticketReasonLabels, ticketTexts } from './texts.ts';
import styles from './ticket-chat.module.css';

interface TicketChatProps {
  readonly ticket: Ticket;
  readonly store: Store;
  /** Opens the order; null when this device does not have it. */
  readonly onOrder: (() => void) | null;
  readonly onClose: () => void;
}

const lookEveryMs = 60_000;
/** Within this distance of the end, the chat counts as scrolled to the end. */
const nearPx = 48;

/** 'Ticket Nro: {id}': the chat with support about one order (U-03 to U-05, U-10 to U-13, H2). */
export function TicketChat({ ticket, store, onOrder, onClose }: TicketChatProps) {
  const [typed, setTyped] = useTyped(`ticket ${ticket.id}`, '', isText);
  const online = useNetwork((n) => n.online);
  const now = useNow(lookEveryMs);
  const thread = useThread(ticket);
  const closed = ticket.status === 'closed';
  const user = currentUser()?.id ?? null;
  useReading(ticket, store.id, online);
  // The last message's state may change its height, so it also scrolls.
  const { box, below, toEnd } = useEnd(thread.length, `${thread.at(-1)?.state} ${online}`);

  const send = (): void => {
    const message = messageText(typed);
    if (message === null || closed) return;
    setTyped('');
    toEnd();
    queueMessage(store.id, ticket.id, { message }).catch(() => {
      setTyped(typed);
      toast.show({ id: 'ticket-message', kind: 'error', text: ticketTexts.notKept });
    });
  };

  const name = (author: number | null): string =>
    author === null
      ? ticketTexts.support
      : author === user
        ? ticketTexts.you
        : (ticket.members.find((m) => m.id === author)?.fullname ?? ticketTexts.staff);

  return (
    <Overlay
      bodyClassName={styles['body']}
      dirty={messageText(typed) !== null}
      footer={<Composer closed={closed} value={typed} onChange={setTyped} onSend={send} />}
      open
      size="md"
      title={ticketTexts.title(ticket.id)}
      onClose={onClose}
    >
      <div className={styles['about']}>
        <OrderOf ticket={ticket} onOrder={onOrder} />
        <span>{ticketReasonLabels[ticket.reason]}</span>
        {closed ? <Badge>{ticketTexts.closedBadge}</Badge> : null}
      </div>
      {online ? null : <OfflineNotice>{ticketTexts.offline}</OfflineNotice>}
      {/* The box scrolls, so it must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={box} aria-label={ticketTexts.messages} className={styles['scroll']} role="log" tabIndex={0}>
        {thread.length === 0 ? (
          <EmptyState icon={<IconMessage size={32} />} title={ticketTexts.begin} />
        ) : (
          <ol className={styles['thread']}>
            {thread.map((message) => (
              <Bubble
                key={message.hash}
                author={name(message.author)}
                closed={closed}
                message={message}
                now={now}
                own={message.author !== null && message.author === user}
                store={store}
                ticketId={ticket.id}
              />
            ))}
          </ol>
        )}
      </div>
      {below > 0 ? <NewBelow count={below} onClick={toEnd} /> : null}
    </Overlay>
  );
}

function OrderOf({ ticket, onOrder }: Pick<TicketChatProps, 'ticket' | 'onOrder'>): ReactNode {
  const { number } = ticket.order;
  if (!onOrder) return <b>{ticketTexts.order(number)}</b>;
  return (
    <Button aria-label={ticketTexts.seeOrder(number)} size="sm" variant="secondary" onClick={onOrder}>
      {ticketTexts.order(number)}
    </Button>
  );
}

const NewBelow = ({ count, onClick }: { readonly count: number; readonly onClick: () => void }) => (
  <div className={styles['below']}>
    <Button size="sm" onClick={onClick}>
      {ticketTexts.newBelow(count)}
    </Button>
  </div>
);

/** Marks the shown messages as read (U-13): once per new count, and only online. */
function useReading(ticket: Ticket, storeId: number, online: boolean): void {
  const { id, new_messages_count: count } = ticket;
  useEffect(() => {
    if (count > 0 && online) void markTicketRead(storeId, id);
  }, [count, id, online, storeId]);
}

/**
 * Scrolls to new messages when the user is at the end, and stays there when a notice, the keyboard or a turned device
 * changes the chat's size. Otherwise counts the messages until the user scrolls down.
 */
function useEnd(length: number, lastState: string) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const seen = useRef(length);
  const [below, setBelow] = useState(0);
  const scroll = (): void => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
    atEnd.current = true;
    seen.current = length;
    setBelow(0);
  };
  useLayoutEffect(() => {
    if (atEnd.current) scroll();
    else setBelow(Math.max(0, length - seen.current));
    // Runs only when the content's height may have changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [length, lastState]);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const sizeNow = (): string => `${element.clientHeight} ${element.scrollHeight}`;
    let size = sizeNow();
    const onScroll = (): void => {
      // The browser scrolls too when the lines break elsewhere; `resizes` hears of that next.
      if (size !== sizeNow()) return;
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx;
      if (!atEnd.current) return;
      seen.current = length;
      setBelow(0);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    const resizes = new ResizeObserver(() => {
      size = sizeNow();
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    });
    resizes.observe(element);
    if (element.firstElementChild) resizes.observe(element.firstElementChild);
    return () => {
      element.removeEventListener('scroll', onScroll);
      resizes.disconnect();
    };
  }, [length]);
  return { box, below, toEnd: scroll };
}
