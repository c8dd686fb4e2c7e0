import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { loading } from '#data/device/loading.ts';
import { useNetwork } from '#data/device/device.ts';
import { orderHistory } from '#data/orders/order-edits.ts';
import type { StoredOrder } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { isoFromInstant } from '#domain/time.ts';
import { whenLabel } from '#texts/time.ts';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { IconChevronDown } from '#ui/icons.tsx';
import styles from './history.module.css';
import { beginningWords, historyTexts, historyWords } from '#texts/order-history.ts';

interface OrderHistoryProps {
  readonly order: StoredOrder;
  readonly store: Store;
  readonly now: Instant;
  /** Rendered below the changes: who saw the order. */
  readonly children?: ReactNode;
}

/** Keeps the panel open for the next order, until the page is left. */
let wasOpen = false;

/** «Historial»: fetched when opened, and again whenever the order changes (T7). */
export function OrderHistory({ order, store, now, children }: OrderHistoryProps) {
  const [open, setOpen] = useState(wasOpen);
  const panelId = useId();
  const toggle = (): void => {
    wasOpen = !open;
    setOpen(wasOpen);
  };
  return (
    <section aria-label={historyTexts.title} className={styles['history']}>
      <h3>
        <button
          aria-controls={panelId}
          aria-expanded={open}
          className={styles['toggle']}
          type="button"
          onClick={toggle}
        >
          {historyTexts.title}
          <span aria-hidden="true" className={styles['chevron']}>
            <IconChevronDown size={22} />
          </span>
        </button>
      </h3>
      <div hidden={!open} id={panelId} className={styles['panel']}>
        {open ? (
          <>
            <Timeline now={now} order={order} store={store} />
            {children}
          </>
        ) : null}
      </div>
    </section>
  );
}

function Timeline({ order, store, now }: Omit<OrderHistoryProps, 'children'>) {
  const online = useNetwork((n) => n.online);
  const query = useQuery(orderHistory(store, order.id, order.ver));
  const offline = online ? null : <OfflineNotice>{historyTexts.offline}</OfflineNotice>;
  return (
    <Loaded {...loading(query)} offline={offline} skeleton={<Shapes />}>
      {(entries) => (
        <>
          {/* Offline with placeholder data: the history below is older than the order. */}
          {query.isPlaceholderData ? offline : null}
          <Entries entries={entries} now={now} order={order} store={store} />
        </>
      )}
    </Loaded>
  );
}

type EntriesProps = Omit<OrderHistoryProps, 'children'> & { readonly entries: Parameters<typeof historyWords>[1] };

function Entries({ entries, order, store, now }: EntriesProps) {
  const told = entries.some((e) => e.event.action === 'create');
  return (
    // Safari drops the list role of a list without bullets.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ol aria-label={historyTexts.changes} className={styles['timeline']} role="list">
      {entries.toReversed().map((entry, index) => {
        const { text, detail } = historyWords(entry, entries, store);
        return (
          <Entry
            key={entries.length - index}
            at={entry.at}
            detail={detail}
            device={entry.device}
            now={now}
            text={text}
            zone={store.timezone}
          />
        );
      })}
      {told ? null : (
        <Entry
          at={order.created_at}
          detail={null}
          device={null}
          now={now}
          text={beginningWords(order)}
          zone={store.timezone}
        />
      )}
    </ol>
  );
}

interface EntryProps {
  readonly at: Instant;
  readonly text: string;
  readonly detail: string | null;
  readonly device: string | null;
  readonly now: Instant;
  readonly zone: string;
}

function Entry({ at, text, detail, device, now, zone }: EntryProps) {
  return (
    <li className={styles['entry']}>
      <p className={styles['text']}>{text}</p>
      {detail === null ? null : <p className={styles['detail']}>{detail}</p>}
      <p className={styles['stamp']}>
        <time dateTime={isoFromInstant(at)}>{whenLabel(at, now, zone)}</time>
        {device === null ? null : ` · ${device}`}
      </p>
    </li>
  );
}

function Shapes() {
  return (
    <SkeletonGroup className={styles['shapes']} label={historyTexts.loading}>
      {['a', 'b', 'c'].map((line) => (
        <Skeleton key={line} height={44} />
      ))}
    </SkeletonGroup>
  );
}
