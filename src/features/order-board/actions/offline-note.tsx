import { useNetwork } from '#data/device/network.ts';
import { Notice } from '#ui/feedback/panels.tsx';
import { IconCloudOff } from '#ui/icons.tsx';
import { actionTexts } from './texts.ts';

/** Says that an offline change waits for the network (D-07). */
export function OfflineNote() {
  const online = useNetwork((n) => n.online);
  if (online) return null;
  return (
    <Notice icon={<IconCloudOff size={22} />} tone="warning">
      {actionTexts.offline}
    </Notice>
  );
}
