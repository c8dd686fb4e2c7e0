import { useEffect, useRef } from 'react';
import { useNetwork } from '#data/device/device.ts';
import { usePendingWork } from '#data/orders/orders.ts';
import { toast } from '#ui/toast/toast.ts';
import { outboxTexts } from './texts.ts';

/** After an offline period, one toast tells how many changes were sent. */
export function useAllSentToast(): void {
  const online = useNetwork((s) => s.online);
  const { unsent } = usePendingWork();
  const waited = useRef(0);
  useEffect(() => {
    if (!online) waited.current = Math.max(waited.current, unsent);
    if (!online || unsent > 0 || waited.current === 0) return;
    toast.show({ kind: 'success', text: outboxTexts.allSent(waited.current) });
    waited.current = 0;
  }, [online, unsent]);
}
