import { useNavigate } from '@tanstack/react-router';
import { askAboutStore, askForPermissions } from '#data/device/ui-intents.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { AppStatus } from '#features/app-status/app-status.tsx';

/** «Estado de la aplicación», with the places where its fixes lead. */
export function AppStatusPage({ store }: { readonly store: Store }) {
  const navigate = useNavigate();
  const params = { storeId: String(store.id) };
  const leave = (go: () => Promise<void>) => (): void => {
    askAboutStore(null);
    void go();
  };
  return (
    <AppStatus
      store={store}
      onPermissions={() => askForPermissions(true)}
      onPrinters={
        can('printpoint.manage', store) ? leave(() => navigate({ to: '/$storeId/config/index', params })) : null
      }
      onRegister={can('cashbox.view', store) ? leave(() => navigate({ to: '/$storeId/cashbox/index', params })) : null}
    />
  );
}
