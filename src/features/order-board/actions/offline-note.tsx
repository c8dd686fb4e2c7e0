import { useNetwork } from '#data/device/network.ts';
import { OfflineNotice } from '#ui/feedback/loaded.tsx';
import { actionTexts } from './texts.ts';

/** Says that an offline change waits for the network (D-07). */
export function OfflineNote() {
  const online = useNetwork((n) => n.online);
  if (online) return null;
  return <OfflineNotice>{actionTexts.offline}</OfflineNotice>;
}
