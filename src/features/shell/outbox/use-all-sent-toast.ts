import { useEffect, useRef } from 'react';
import { useNetwork } from '#data/device/device.ts';
import { usePendingEntries, usePendingWork } from '#data/orders/orders.ts';
import { toast } from '#ui/toast/toast.ts';
import { outboxTexts } from './texts.ts';

/** After an offline period, one toast tells how many changes were sent. What was refused or discarded does not count. */
export function useAllSentToast(): void {
  const online = useNetwork((s) => s.online);
  const { pending } = usePendingEntries();
  const { rejected } = usePendingWork();
  const waited = useRef<readonly string[]>([]);
  useEffect(() => {
    const waiting = pending.flatMap(({ cmdId, held }) => (held === null ? [cmdId] : []));
    if (!online) waited.current = waiting;
    if (!online || waiting.length > 0 || waited.current.length === 0) return;
    const refused = new Set(rejected.map(({ entry }) => entry.cmdId));
    const sent = waited.current.filter((cmdId) => !refused.has(cmdId)).length;
    waited.current = [];
    if (sent > 0) toast.show({ kind: 'success', text: outboxTexts.sent(sent, refused.size > 0) });
  }, [online, pending, rejected]);
}
