import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownEntry } from '#contract/wire/cashbox.ts';
import { moneyEntriesQuery } from '#data/cashbox/cashbox.ts';
import { loading } from '#data/device/loading.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
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
import { IconList } from '#ui/icons.tsx';
import { PanelList, PanelListSkeleton, PanelRow } from '#ui/layout/panel-list.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './cashbox.module.css';
import { entriesTexts as texts } from './texts.ts';

interface EntriesListProps {
  readonly store: Store;
  readonly cashboxId: number;
  readonly onClose: () => void;
}

/** The rows that the register is the sum of, with who, when, device and order. Online only. */
export function EntriesList({ store, cashboxId, onClose }: EntriesListProps) {
  const [shown, setShown] = useState<'all' | 'returns'>('all');
  const returns = shown === 'returns';
  const query = useInfiniteQuery(moneyEntriesQuery(store, cashboxId, returns));
  const online = useNetwork((n) => n.online);
  return (
    <Overlay open size="md" title={texts.title} onClose={onClose}>
      <div className={styles['form']}>
        <RadioCards<'all' | 'returns'>
          hideLabel
          label={texts.list}
          layout="segmented"
          options={[
            { value: 'all', label: texts.all },
            { value: 'returns', label: texts.returns },
          ]}
          value={shown}
          onChange={setShown}
        />
        <Loaded
          {...loading(query)}
          offline={online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
          skeleton={<PanelListSkeleton height={80} label={texts.loading} />}
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
      </div>
    </Overlay>
  );
}

function EntryRow({ entry, store }: { readonly entry: ShownEntry; readonly store: Store }) {
  const now = useNow(kanbanTimerMs);
  const { kind, method, amount, order, group, flow_type: flow, description, by, device, at, late } = entry;
  const { authorised_by: authoriser } = entry;
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
        <span className={styles['quiet']}>
          {[by, device && deviceLabel(device), authoriser === null ? null : texts.authorised(authoriser)]
            .filter((t) => t !== null)
            .join(' · ')}
        </span>
        {late ? <Badge>{texts.late}</Badge> : null}
      </div>
    </PanelRow>
  );
}
