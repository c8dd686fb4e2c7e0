import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { ShellNotices } from '#features/shell/shell-notices.tsx';
import { AppStatus } from '#features/store-status/app-status.tsx';
import { StatusCard } from '#features/store-status/status-card.tsx';
import { StatusLayer } from '#features/store-status/status-layer.tsx';
import { StoreNotices } from '#features/store-status/store-notices.tsx';
import { askForPermissions } from '#data/device/ui-intents.ts';

/** The store's status, on every screen of the store. One chunk of the build, loaded after the first paint. */

export { StatusCard, StatusLayer };

export const StatusNotices = ({ store }: { readonly store: Store }) => (
  <>
    <ShellNotices />
    <StoreNotices canOpen={can('store.manage', store)} store={store} />
  </>
);

export const AppStatusCard = () => <AppStatus onPermissions={() => askForPermissions(true)} />;
