import type { Entry } from '#sync/entry.ts';
import type { EnqueuePlan } from '#sync/store.ts';
import type { OutboxStore } from '#sync/store.ts';
import type { SimulatedTab } from './surroundings.ts';

/**
 * A device's disk as one page uses it: pages die in the middle of an operation, and a frozen page gets the result
 * later.
 */
export function diskOf(tab: SimulatedTab): OutboxStore {
  const { memory, around } = tab.device;
  const op = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const run = (): void => {
        if (!tab.alive) return;
        const dies = tab.crashIn !== null && tab.crashIn <= 1;
        if (tab.crashIn !== null) tab.crashIn -= 1;
        if (dies && around.chance.is(0.5)) return tab.kill();
        const done = work();
        if (dies) {
          done.catch(() => {});
          return tab.kill();
        }
        done.then(
          (value) => tab.now(() => resolve(value)),
          (error: unknown) => tab.now(() => reject(error)),
        );
      };
      if (around.slowDisk) around.world.after(1 + around.chance.below(4), run);
      else run();
    });
  return {
    load: () => op(() => memory.load()),
    enqueue: (scope, plan) =>
      op(() => {
        const enqueuedAt = tab.tapped.shift() ?? { total: 0, open: 0 };
        let planned: EnqueuePlan | null = null;
        const done = memory.enqueue(scope, (disk) => (planned = plan(disk)));
        if (planned && !memory.full) around.onEnqueued(tab.device, planned, enqueuedAt);
        return done;
      }),
    markSending: (entry) => op(() => memory.markSending(entry)),
    save: (entries: readonly Entry[]) => op(() => memory.save(entries)),
    ack: (entry, snapshots) =>
      op(() => {
        around.log(() => `device ${tab.device.actor} acks ${entry.seq}`);
        return memory.ack(entry, snapshots);
      }),
    reject: (items, dropped, snapshots) =>
      op(() => {
        for (const { entry, kind } of items) if (kind === 'expired') around.onExpired(tab.device, entry);
        around.log(
          () =>
            `device ${tab.device.actor} into the rejected: ${items.map((i) => `${i.entry.seq} ${i.code}`).join(', ')}`,
        );
        return memory.reject(items, dropped, snapshots);
      }),
    expire: (items) =>
      op(async () => {
        const moved = await memory.expire(items);
        if (moved) for (const { entry } of items) around.onExpired(tab.device, entry);
        around.log(
          () => `device ${tab.device.actor} too old: ${items.map((i) => i.entry.seq).join(', ')}: ${String(moved)}`,
        );
        return moved;
      }),
    merge: (change) => op(() => memory.merge(change)),
    dismiss: (cmdIds) => op(() => memory.dismiss(cmdIds)),
    revise: (cmdIds, change) =>
      op(() =>
        memory.revise(cmdIds, (entry) => {
          const next = change(entry);
          if (!next && !memory.full) around.onDiscarded(entry.cmdId);
          return next;
        }),
      ),
    saveEngineTime: (engineTime) =>
      op(() => {
        if (!memory.full) tab.device.onEngineTimeWritten(tab.device.engineTime());
        return memory.saveEngineTime(engineTime);
      }),
    close: () => memory.close(),
  };
}
