import { useEffect, useRef } from 'react';
import { batchProgress, noteRefused } from '#data/outbox/batches.ts';
import { usePendingEntries, usePendingWork } from '#data/orders/orders.ts';
import { toast } from '#ui/toast/toast.ts';
import { outboxTexts } from './texts.ts';

/** A bulk action of which a part was refused says so once, when all of it has ended: "18 de 20 aplicados". */
export function useBatchToast(): void {
  const { pending } = usePendingEntries();
  const { rejected } = usePendingWork();
  const told = useRef<Set<string> | null>(null);
  useEffect(() => {
    noteRefused(rejected);
    const ended = new Set(rejected.flatMap(({ entry: { batchId } }) => (batchId === null ? [] : [batchId])));
    for (const { batchId } of pending) if (batchId !== null) ended.delete(batchId);
    // What had ended before this page began has been told before.
    told.current ??= new Set(ended);
    for (const batchId of ended) {
      if (told.current.has(batchId)) continue;
      told.current.add(batchId);
      const progress = batchProgress(batchId, pending);
      if (!progress) continue;
      toast.show({
        kind: 'error',
        title: outboxTexts.batch(progress.applied, progress.total),
        text: outboxTexts.batchRefused(progress.refused),
      });
    }
  }, [pending, rejected]);
}
