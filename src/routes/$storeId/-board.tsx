import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { moveOrder } from '#features/order-board/actions/move-order.ts';
import { OrderBoard } from '#features/order-board/order-board.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';

/** Not needed for the first look at the board. */
const loadDetail = () => import('#features/order-detail/order-detail.tsx');
const loadReject = () => import('#features/order-board/actions/reject-dialog.tsx');
const loadDelay = () => import('#features/order-board/actions/delay-dialog.tsx');
const OrderDetail = lazy(async () => ({ default: (await loadDetail()).OrderDetail }));
const RejectDialog = lazy(async () => ({ default: (await loadReject()).RejectDialog }));
const DelayDialog = lazy(async () => ({ default: (await loadDelay()).DelayDialog }));

interface BoardWithDetailProps {
  readonly profile: Profile;
  /** Beside a column of its own the finished orders stay behind their button. */
  readonly finishedPanel?: 'auto' | 'drawer';
}

/** The board with the detail beside it and the questions that both ask; home and the board's own route place it. */
export function BoardWithDetail({ profile, finishedPanel = 'auto' }: BoardWithDetailProps) {
  const { store } = profile;
  const [uid, setUid] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ readonly uid: string; readonly what: 'reject' | 'delay' } | null>(null);
  const onAsk = useCallback((about: string, what: 'reject' | 'delay') => setAsked({ uid: about, what }), []);
  const answered = (): void => setAsked(null);
  // After the first paint, so that they open at once, without a network too.
  useEffect(() => void Promise.all([loadDetail(), loadReject(), loadDelay()]).catch(() => {}), []);
  return (
    <>
      <OrderBoard
        finishedPanel={finishedPanel}
        headerActions={<SyncStatus store={store} />}
        profile={profile}
        onAsk={onAsk}
        onOpenOrder={setUid}
      />
      <Suspense>
        {uid === null ? null : (
          <OrderDetail
            profile={profile}
            uid={uid}
            onAsk={onAsk}
            onClose={() => setUid(null)}
            onGo={setUid}
            onMove={(order, to) => void moveOrder(order, to, store)}
          />
        )}
      </Suspense>
      <Suspense>
        {asked?.what === 'reject' ? <RejectDialog store={store} uid={asked.uid} onClose={answered} /> : null}
        {asked?.what === 'delay' ? <DelayDialog store={store} uid={asked.uid} onClose={answered} /> : null}
      </Suspense>
    </>
  );
}
