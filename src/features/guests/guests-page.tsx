import type { ReactNode } from 'react';
import { useState } from 'react';
import type { StaffGuestRequest } from '#contract/wire/guests.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { loading } from '#data/device/loading.ts';
import { answersGuests, useGuestRequests } from '#data/guests/guest-requests.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { IconBell } from '#ui/icons.tsx';
import { PanelListSkeleton } from '#ui/layout/panel-list.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import styles from './guests.module.css';
import { EndedRequest, WaitingRequest } from './request-card.tsx';
import { RejectRequest } from './reject-request.tsx';
import { guestsTexts as texts } from './texts.ts';

const lookEveryMs = 30_000;

interface GuestsPageProps {
  readonly store: Store;
  readonly headerActions?: ReactNode;
  /** Opens the table of a code. */
  readonly onTable: (codeId: number) => void;
}

/** «Pedidos de mesas»: what guests ask for, and the staff's answers (docs/decisions/045-guests.md). Online only. */
export function GuestsPage({ store, headerActions, onTable }: GuestsPageProps) {
  const query = useGuestRequests(store);
  const online = useNetwork((n) => n.online);
  const now = useNow(lookEveryMs);
  const [rejecting, setRejecting] = useState<StaffGuestRequest | null>(null);
  return (
    <Screen>
      <ScreenHeader actions={headerActions} title={texts.title} />
      <ScreenBody className={styles['page']}>
        <Loaded
          {...loading(query)}
          offline={online ? null : <OfflineNotice>{texts.offlineEmpty}</OfflineNotice>}
          skeleton={<PanelListSkeleton height={200} label={texts.loading} />}
        >
          {(requests) => (
            <>
              {online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
              <Requests now={now} requests={requests} store={store} onReject={setRejecting} onTable={onTable} />
            </>
          )}
        </Loaded>
      </ScreenBody>
      {rejecting === null ? null : (
        <RejectRequest request={rejecting} store={store} onClose={() => setRejecting(null)} />
      )}
    </Screen>
  );
}

interface RequestsProps extends Pick<GuestsPageProps, 'store' | 'onTable'> {
  readonly requests: readonly StaffGuestRequest[];
  readonly now: Instant;
  readonly onReject: (request: StaffGuestRequest) => void;
}

function Requests({ requests, store, now, onReject, onTable }: RequestsProps) {
  const waiting = requests.filter((r) => r.state === 'waiting');
  const ended = requests.filter((r) => r.state !== 'waiting');
  const off = !answersGuests(store);
  return (
    <>
      {waiting.length === 0 ? (
        <EmptyState
          icon={<IconBell size={32} />}
          text={off ? texts.offText : texts.noneText}
          title={off ? texts.off : texts.none}
        />
      ) : (
        <section aria-label={texts.waiting}>
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets. */}
          <ul className={styles['cards']} role="list">
            {waiting.map((request) => (
              <WaitingRequest
                key={request.id}
                now={now}
                request={request}
                store={store}
                onReject={() => onReject(request)}
                onTable={() => onTable(request.code_id)}
              />
            ))}
          </ul>
        </section>
      )}
      {ended.length === 0 ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes the page scroll, and has no control
        <div aria-label={texts.ended} className={styles['ended']} role="region" tabIndex={0}>
          <h2 className={styles['heading']}>{texts.ended}</h2>
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets. */}
          <ul className={styles['rows']} role="list">
            {ended.map((request) => (
              <EndedRequest key={request.id} now={now} request={request} store={store} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
