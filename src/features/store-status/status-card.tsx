import { useEffect } from 'react';
import { showStatusInView } from '#data/device/ui-intents.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { StatusEditor } from './status-editor.tsx';
import { StatusInfo } from './status-info.tsx';
import { StatusLinks } from './status-layer.tsx';

/** The store's status in the side column of a wide screen (B5). */
export function StatusCard({ store }: { readonly store: Store }) {
  useEffect(() => {
    showStatusInView(true);
    return () => showStatusInView(false);
  }, []);
  return (
    <>
      {can('store.manage', store) ? <StatusEditor store={store} /> : <StatusInfo store={store} />}
      <StatusLinks />
    </>
  );
}
