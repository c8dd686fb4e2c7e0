import { useQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import { isKnownHere } from '#data/store/auto-open.ts';
import { loading } from '#data/device/loading.ts';
import { useNetwork } from '#data/device/device.ts';
import { lastStoreId } from '#data/session/session.ts';
import type { Invitation } from '#data/store/stores.ts';
import { storeQueries } from '#data/store/stores.ts';
import { folded } from '#domain/search.ts';
import { storeListRefreshMs } from '#domain/limits.ts';
import { product } from '#texts/product.ts';
import { roleLabels } from '#texts/roles.ts';
import { Button } from '#ui/action/button.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { SearchBox } from '#ui/form/search-box.tsx';
import { IconMail } from '#ui/icons.tsx';
import { Avatar } from '#ui/layout/avatar.tsx';
import { Mark } from '#ui/layout/mark.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { LostWorkNotice } from './lost-work-notice.tsx';
import { StoreRow } from './store-row.tsx';
import styles from './stores-page.module.css';
import { storesTexts } from './texts.ts';
import { useLeave } from './use-leave.ts';

interface StoresPageProps {
  readonly user: User;
  readonly onOpen: (storeId: number) => void;
  /** To the stores where the person may order as a customer. */
  readonly onOrder: () => void;
  readonly userMenu: ReactNode;
}

const filterFrom = 7;

/** / (S-01 to S-05, S-18): user, invitations, stores; the last used store comes first. */
export function StoresPage({ user, onOpen, onOrder, userMenu }: StoresPageProps) {
  const query = useQuery({
    ...storeQueries.list(),
    // The status of stores and the invitations change elsewhere. The period equals the list's expires_in
    // (architecture, Conventions, expires_in).
    refetchInterval: storeListRefreshMs,
  });
  const [filter, setFilter] = useState('');
  const [answering, setAnswering] = useState<Invitation | null>(null);
  const leave = useLeave();
  const online = useNetwork((s) => s.online);
  const last = lastStoreId();
  const list = useRef<HTMLUListElement>(null);
  useArrows(list);
  const stores = (query.data?.stores ?? [])
    .filter((s) => folded(s.name).includes(folded(filter)))
    .toSorted((a, b) => Number(b.id === last) - Number(a.id === last));

  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <Mark size={32} />
        <span className={styles['product']}>{product.name}</span>
        {userMenu}
      </header>
      <main className={styles['main']} id="contenido" tabIndex={-1}>
        <section aria-label={storesTexts.userMenu} className={styles['user']}>
          <Avatar decorative name={user.fullname} size="lg" src={user.avatar} />
          <div>
            <h1 className={styles['name']}>{user.fullname}</h1>
            <p className={styles['email']}>{user.email}</p>
          </div>
        </section>
        <Loaded {...loading(query)} skeleton={<StoresSkeleton />}>
          {(data) => (
            <>
              <LostWorkNotice own={data.stores.map((s) => s.id)} />
              {data.invitations.length > 0 ? (
                <section aria-label={storesTexts.invitations}>
                  <ul className={styles['list']}>
                    {data.invitations.map((invitation) => (
                      <li key={invitation.id}>
                        <button className={styles['invitation']} type="button" onClick={() => setAnswering(invitation)}>
                          <Avatar decorative name={invitation.store.name} size="lg" src={invitation.store.logo_url} />
                          <span className={styles['words']}>
                            <b>{invitation.store.name}</b>
                            <span>{storesTexts.pendingInvitation}</span>
                            <span className={styles['quiet']}>{roleLabels[invitation.role]}</span>
                          </span>
                          <IconMail size={24} />
                        </button>
                      </li>
                    ))}
                  </ul>
                </section>
              ) : null}
              <section aria-labelledby="tiendas">
                <h2 className={styles['heading']} id="tiendas">
                  {storesTexts.heading}
                </h2>
                {data.stores.length >= filterFrom ? (
                  <SearchBox
                    label={storesTexts.filter}
                    placeholder={storesTexts.filter}
                    value={filter}
                    onChange={setFilter}
                  />
                ) : null}
                {data.stores.length === 0 ? (
                  <EmptyState text={storesTexts.emptyHint(user.email)} title={storesTexts.empty} />
                ) : stores.length === 0 ? (
                  <EmptyState title={storesTexts.noMatch} />
                ) : (
                  <ul ref={list} className={styles['list']}>
                    {stores.map((store) => (
                      <StoreRow
                        key={store.id}
                        isLast={store.id === last}
                        reachable={online || isKnownHere(store.id)}
                        store={store}
                        onLeave={leave.start}
                        onOpen={onOpen}
                      />
                    ))}
                  </ul>
                )}
              </section>
            </>
          )}
        </Loaded>
        <div>
          <Button variant="secondary" onClick={onOrder}>
            {storesTexts.order}
          </Button>
        </div>
      </main>
      {answering ? <InvitationDialog invitation={answering} onClose={() => setAnswering(null)} /> : null}
      <LeaveDialog {...leave} />
    </div>
  );
}

/** Arrow keys move between the stores; Enter opens one. */
function useArrows(list: RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (list.current && event.target instanceof Node && list.current.contains(event.target))
        moveFocus(event, list.current);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list]);
}

function moveFocus(event: KeyboardEvent, list: HTMLUListElement): void {
  const step =
    event.key === 'ArrowDown' || event.key === 'ArrowRight'
      ? 1
      : event.key === 'ArrowUp' || event.key === 'ArrowLeft'
        ? -1
        : 0;
  if (step === 0) return;
  const buttons = [...list.querySelectorAll<HTMLElement>('[data-store]')];
  const index = buttons.findIndex((b) => b === document.activeElement);
  const next = buttons[index + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function StoresSkeleton() {
  return (
    <SkeletonGroup>
      <div className={styles['list']}>
        {[1, 2, 3, 4].map((n) => (
          <Skeleton key={n} height={72} />
        ))}
      </div>
    </SkeletonGroup>
  );
}
