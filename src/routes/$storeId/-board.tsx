import { useState } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { moveOrder } from '#features/order-board/move-order.ts';
import { OrderBoard } from '#features/order-board/order-board.tsx';
import { OrderDetail } from '#features/order-detail/order-detail.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';

interface BoardWithDetailProps {
  readonly profile: Profile;
  /** Beside a column of its own the finished orders stay behind their button. */
  readonly finishedPanel?: 'auto' | 'drawer';
}

/** The board with the detail beside it; home and the board's own route both place it. */
export function BoardWithDetail({ profile, finishedPanel = 'auto' }: BoardWithDetailProps) {
  const [uid, setUid] = useState<string | null>(null);
  return (
    <>
      <OrderBoard
        finishedPanel={finishedPanel}
        headerActions={<SyncStatus store={profile.store} />}
        profile={profile}
        onOpenOrder={setUid}
      />
      <OrderDetail
        profile={profile}
        uid={uid}
        onClose={() => setUid(null)}
        onGo={setUid}
        onMove={(order, to) => void moveOrder(order, to, profile.store)}
      />
    </>
  );
}
