import { useEffect, useRef } from 'react';
import { batchProgress, isFromThisPage, noteRefused } from '#data/outbox/batches.ts';
import { currentOrder, usePendingEntries, usePendingWork } from '#data/orders/orders.ts';
import { toast } from '#ui/toast/toast.ts';
import { outboxTexts } from './texts.ts';

/** Shows one toast when a bulk action has ended with refusals: "18 de 20 aplicados", and which were refused (N-55). */
export function useBatchToast(): void {
  const { pending } = usePendingEntries();
  const { rejected } = usePendingWork();
  const told = useRef<Set<string> | null>(null);
  useEffect(() => {
    noteRefused(rejected);
    const ended = new Set(rejected.flatMap(({ entry: { batchId } }) => (batchId === null ? [] : [batchId])));
    for (const { batchId } of pending) if (batchId !== null) ended.delete(batchId);
    // Bulk actions that ended before this page loaded have been shown before.
    told.current ??= new Set([...ended].filter((batchId) => !isFromThisPage(batchId)));
    for (const batchId of ended) {
      if (told.current.has(batchId)) continue;
      told.current.add(batchId);
      const progress = batchProgress(batchId, pending);
      if (!progress) continue;
      toast.show({
        kind: 'error',
        title: outboxTexts.batch(progress.applied, progress.total),
        text: outboxTexts.batchRefusedOnes(
          rejected
            .filter((r) => r.entry.batchId === batchId)
            .map((r) => currentOrder(r.entry.entityId)?.number ?? null),
        ),
      });
    }
  }, [pending, rejected]);
}
