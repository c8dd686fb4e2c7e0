import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownEntry } from '#contract/wire/cashbox.ts';
import { moneyEntriesQuery } from '#data/cashbox/cashbox.ts';
import { loading } from '#data/device/loading.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { drawerQuery } from '#data/printing/drawer-openings.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import type { Store } from '#domain/store.ts';
import { flowTypeTexts } from '#texts/cashbox.ts';
import { deviceLabel } from '#texts/device.ts';
import { paymentMethodLabel } from '#texts/order.ts';
import { whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { IconDrawer, IconList } from '#ui/icons.tsx';
import { PanelList, PanelListSkeleton, PanelRow } from '#ui/layout/panel-list.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './cashbox.module.css';
import { entriesTexts as texts } from './texts.ts';

interface EntriesListProps {
  readonly store: Store;
  readonly cashboxId: number;
  readonly onClose: () => void;
}

type Shown = 'all' | 'returns' | 'drawer';

/** The rows that the register is the sum of, and who opened its drawer, with who, when and where. Online only. */
export function EntriesList({ store, cashboxId, onClose }: EntriesListProps) {
  const [shown, setShown] = useState<Shown>('all');
  return (
    <Overlay open size="md" title={texts.title} onClose={onClose}>
      <div className={styles['form']}>
        <RadioCards<Shown>
          hideLabel
          label={texts.list}
          layout="segmented"
          options={[
            { value: 'all', label: texts.all },
            { value: 'returns', label: texts.returns },
            { value: 'drawer', label: texts.drawer },
          ]}
          value={shown}
          onChange={setShown}
        />
        {shown === 'drawer' ? (
          <Openings cashboxId={cashboxId} store={store} />
        ) : (
          <Entries cashboxId={cashboxId} returns={shown === 'returns'} store={store} />
        )}
      </div>
    </Overlay>
  );
}

type ListProps = Omit<EntriesListProps, 'onClose'>;

const skeleton = <PanelListSkeleton height={80} label={texts.loading} />;

function Entries({ store, cashboxId, returns }: ListProps & { readonly returns: boolean }) {
  const query = useInfiniteQuery(moneyEntriesQuery(store, cashboxId, returns));
  const online = useNetwork((n) => n.online);
  return (
    <Loaded
      {...loading(query)}
      offline={online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
      skeleton={skeleton}
    >
      {({ pages }) =>
        pages.flat().length === 0 ? (
          <EmptyState icon={<IconList size={32} />} title={returns ? texts.noReturns : texts.empty} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard scrolls the list
          <div aria-label={texts.list} className={styles['form']} role="group" tabIndex={0}>
            <PanelList>
              {pages.flat().map((entry) => (
                <EntryRow key={entry.id} entry={entry} store={store} />
              ))}
            </PanelList>
            {query.hasNextPage ? (
              <Button
                fullWidth
                loading={query.isFetchingNextPage}
                variant="secondary"
                onClick={() => void query.fetchNextPage()}
              >
                {texts.more}
              </Button>
            ) : null}
          </div>
        )
      }
    </Loaded>
  );
}

/** Who opened the drawer by hand, without a sale. */
function Openings({ store, cashboxId }: ListProps) {
  const query = useQuery(drawerQuery(store, cashboxId));
  const online = useNetwork((n) => n.online);
  const now = useNow(kanbanTimerMs);
  return (
    <Loaded
      {...loading(query)}
      offline={online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
      skeleton={skeleton}
    >
      {(openings) =>
        openings.length === 0 ? (
          <EmptyState icon={<IconDrawer size={32} />} title={texts.noOpenings} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard scrolls the list
          <div aria-label={texts.list} className={styles['form']} role="group" tabIndex={0}>
            <PanelList>
              {openings.map(({ at, ...who }, index) => (
                <PanelRow key={index} note={whenLabel(at, now, store.timezone)} title={texts.opened}>
                  <Who {...who} />
                </PanelRow>
              ))}
            </PanelList>
          </div>
        )
      }
    </Loaded>
  );
}

interface WhoProps {
  readonly by: string;
  readonly device: string | null;
  readonly authorised_by: string | null;
}

const Who = ({ by, device, authorised_by: authoriser }: WhoProps) => (
  <span className={styles['quiet']}>
    {[by, device && deviceLabel(device), authoriser === null ? null : texts.authorised(authoriser)]
      .filter((t) => t !== null)
      .join(' · ')}
  </span>
);

function EntryRow({ entry, store }: { readonly entry: ShownEntry; readonly store: Store }) {
  const now = useNow(kanbanTimerMs);
  const { kind, method, amount, order, group, flow_type: flow, description, by, device, at, late } = entry;
  const { authorised_by } = entry;
  const about = [
    method === null ? null : paymentMethodLabel(method, store.payment_methods),
    order && texts.order(order.number),
    group && texts.table(group.code),
    flow && flowTypeTexts[flow],
    description,
  ].filter((text) => text !== null);
  return (
    <PanelRow note={whenLabel(at, now, store.timezone)} title={texts.kind(kind, amount > 0)}>
      <div className={styles['fact']}>
        <span>{about.join(' · ')}</span>
        <b className={styles[amount < 0 ? 'goes' : 'comes']}>
          {amount > 0 ? '+' : ''}
          {formatMoney(amount, store.currency)}
        </b>
      </div>
      <div className={styles['fact']}>
        <Who authorised_by={authorised_by} by={by} device={device} />
        {late ? <Badge>{texts.late}</Badge> : null}
      </div>
    </PanelRow>
  );
}
