import { useNetwork } from '#data/device/device.ts';
import { OfflineNotice } from '#ui/feedback/loaded.tsx';
import { actionTexts } from './texts.ts';
import { Button } from '#ui/action/button.tsx';

/** Says that an offline change waits for the network (D-07). */
export function OfflineNote() {
  const online = useNetwork((n) => n.online);
  if (online) return null;
  return <OfflineNotice>{actionTexts.offline}</OfflineNotice>;
}

/** The footer of a dialog whose order no longer allows the action. */
export function OnlyClose({ onClose }: { readonly onClose: () => void }) {
  return (
    <Button data-autofocus="" fullWidth variant="secondary" onClick={onClose}>
      {actionTexts.close}
    </Button>
  );
}
