import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { endScreen } from '#data/kiosk/kiosk.ts';
import { flushUnsent, logOut } from '#data/session/logout.ts';
import type { OnAction } from '#data/orders/order-action.ts';
import { useOrderRefresh } from '#data/orders/order-refresh.ts';
import { askForOrder, askForPermissions, useUiIntents } from '#data/device/ui-intents.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { SoundButton } from '#features/alerts/sound-button.tsx';
import { KioskOrder } from '#features/kiosk/kiosk-order.tsx';
import { KioskScreen } from '#features/kiosk/kiosk-screen.tsx';
import { boardActions } from '#features/order-board/actions/order-actions.tsx';
import { BoardAge } from '#features/order-board/board-age.tsx';
import { OrderBoard } from '#features/order-board/order-board.tsx';
import { SyncStatus } from '#features/shell/sync-status.tsx';
import { BoardWithDetail } from './-board.tsx';

const flushMs = 5_000;

/** The board as a kitchen screen: an admin's own device with all rights, or a paired screen with only the next step. */
export function KioskBoard({ profile }: { readonly profile: Profile }) {
  const { store } = profile;
  const navigate = useNavigate();
  const paired = !can('order.changeStatus', store);
  const leave = async (): Promise<void> => {
    if (!paired) return navigate({ to: '/$storeId/orders/kanban', params: { storeId: String(store.id) } });
    // Sends the last taps first: after the logout no session could send them.
    await flushUnsent(flushMs, () => {}, new AbortController().signal);
    await logOut({ discard: true });
    endScreen();
    return navigate({ to: '/kiosk' });
  };
  return (
    <KioskScreen
      actions={<SoundButton onPermissions={() => askForPermissions(true)} />}
      age={<BoardAge />}
      paired={paired}
      status={<SyncStatus place="bar" store={store} />}
      storeName={store.name}
      zone={store.timezone}
      onLeave={() => void leave()}
    >
      {paired ? <KitchenBoard profile={profile} /> : <BoardWithDetail bare profile={profile} />}
    </KioskScreen>
  );
}

/** A paired screen has no dialogs, so it runs only actions without one. */
const runOnly =
  (store: Store): OnAction =>
  async (action, order) =>
    'run' in action && action.run(order, store);

const close = (): void => askForOrder(null);

function KitchenBoard({ profile }: { readonly profile: Profile }) {
  // «Ver» on a notice opens the order too.
  const uid = useUiIntents((w) => w.order);
  useOrderRefresh(uid, profile.store);
  const onAction = useMemo(() => runOnly(profile.store), [profile.store]);
  return (
    <>
      <OrderBoard bare actions={boardActions} profile={profile} onAction={onAction} onOpenOrder={askForOrder} />
      {uid === null ? null : (
        <KioskOrder
          key={uid}
          uid={uid}
          actions={boardActions}
          store={profile.store}
          onAction={onAction}
          onClose={close}
        />
      )}
    </>
  );
}
