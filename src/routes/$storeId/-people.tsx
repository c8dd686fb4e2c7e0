import { useNavigate } from '@tanstack/react-router';
import { askAboutStore, useUiIntents } from '#data/device/ui-intents.ts';
import type { Store } from '#domain/store.ts';
import { AllowDialog } from '#features/people/allow-dialog.tsx';
import { OwnPinDialog } from '#features/people/own-pin-dialog.tsx';
import { PersonDialog } from '#features/people/person-dialog.tsx';

const close = (): void => askAboutStore(null);

/** Who holds the device, the own PIN, and an action that somebody allows. */
export function PeoplePanels({ store }: { readonly store: Store }) {
  const navigate = useNavigate();
  const about = useUiIntents((w) => w.about);
  return (
    <>
      {about === 'person' ? (
        <PersonDialog
          storeId={store.id}
          onChanged={() => {
            close();
            // The next person may not have the right to this screen.
            void navigate({ to: '/$storeId/home', params: { storeId: String(store.id) } });
          }}
          onClose={close}
          onOwnPin={() => askAboutStore('pin')}
        />
      ) : null}
      {about === 'pin' ? <OwnPinDialog store={store} onClose={close} /> : null}
      <AllowDialog />
    </>
  );
}
