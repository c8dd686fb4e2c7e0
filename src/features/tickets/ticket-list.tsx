import type { KeyboardEvent } from 'react';
import { loading } from '#data/device/loading.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { useTickets } from '#data/tickets/tickets.ts';
import type { Store } from '#domain/store.ts';
import type { Ticket } from '#domain/tickets.ts';
import { whenLabel } from '#texts/time.ts';
import { Badge, CountBadge } from '#ui/feedback/badge.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconTicket } from '#ui/icons.tsx';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { ticketReasonLabels, ticketStatusLabels, ticketTexts } from './texts.ts';
import styles from './ticket-list.module.css';

interface TicketListProps {
  readonly store: Store;
  readonly onOpen: (id: number) => void;
  readonly onClose: () => void;
}

const lookEveryMs = 60_000;

/** 'Listado de tickets', newest first; the device keeps it for offline use (U-01, U-02, H1). */
export function TicketList({ store, onOpen, onClose }: TicketListProps) {
  const query = useTickets(store.id);
  const online = useNetwork((n) => n.online);
  const now = useNow(lookEveryMs);
  return (
    <Drawer bodyClassName={styles['body']} open size="sm" title={ticketTexts.list} onClose={onClose}>
      {online || !query.data ? null : <OfflineNotice>{ticketTexts.listOffline}</OfflineNotice>}
      <Loaded
        {...loading(query)}
        skeleton={
          <SkeletonGroup className={styles['list']} label={ticketTexts.loading}>
            {[0, 1, 2].map((n) => (
              <Skeleton key={n} height={92} />
            ))}
          </SkeletonGroup>
        }
      >
        {(tickets) =>
          tickets.length === 0 ? (
            <EmptyState icon={<IconTicket size={32} />} title={ticketTexts.empty} />
          ) : (
            // The rows are the controls; the list only handles their arrow keys. The role is explicit because Safari
            // drops it from a list without bullets.
            // oxlint-disable-next-line jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-interactions
            <ul className={styles['list']} role="list" onKeyDown={walkRows}>
              {tickets.map((ticket) => (
                <li key={ticket.id}>
                  <Row
                    ticket={ticket}
                    when={whenLabel(ticket.updated_at, now, store.timezone)}
                    onOpen={() => onOpen(ticket.id)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Drawer>
  );
}

interface RowProps {
  readonly ticket: Ticket;
  readonly when: string;
  readonly onOpen: () => void;
}

function Row({ ticket, when, onOpen }: RowProps) {
  const { order, reason, status, messages, new_messages_count: count } = ticket;
  const last = messages.at(-1);
  return (
    <button className={styles['row']} data-row="" data-unread={count > 0} type="button" onClick={onOpen}>
      <span className={styles['head']}>
        <b className={styles['order']}>{ticketTexts.order(order.number)}</b>
        {count > 0 ? <CountBadge count={count} label={ticketTexts.unread(count)} tone="waiting" /> : null}
        <span className={styles['when']}>{when}</span>
      </span>
      <span className={styles['reason']}>
        {ticketReasonLabels[reason]}
        <Badge tone={status === 'open' ? 'ready' : 'neutral'}>{ticketStatusLabels[status]}</Badge>
      </span>
      <span className={styles['last']}>
        {last ? `${ticketTexts.lastFrom[last.from]}: ${last.message}` : ticketTexts.noMessages}
      </span>
    </button>
  );
}

/** ↑ and ↓ move between rows. */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const direction = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (direction === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const next = rows[rows.findIndex((row) => row === event.target) + direction];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
