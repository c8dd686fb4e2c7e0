import type { OutboxStore } from '#sync/store.ts';
import type { SimulatedTab } from './surroundings.ts';

/**
 * A device's disk as one page uses it: pages die in the middle of an operation, and a frozen page gets the result
 * later.
 */
export function diskOf(tab: SimulatedTab): OutboxStore {
  const { device } = tab;
  const { disk, around } = device;
  const { world } = around;
  const opened = disk.open();
  world.hold(opened);
  const op = <T>(work: (store: OutboxStore) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const run = (): void => {
        if (!tab.alive) return;
        const dies = tab.crashIn !== null && tab.crashIn <= 1;
        if (tab.crashIn !== null) tab.crashIn -= 1;
        if (dies && around.chance.is(0.5)) return tab.kill();
        const ended = opened.then(work).then(
          (value) => (dies ? tab.kill() : tab.now(() => resolve(value))),
          (error: unknown) => (dies ? tab.kill() : tab.now(() => reject(error))),
        );
        world.hold(ended);
      };
      if (around.slowDisk) world.after(1 + around.chance.below(4), run);
      else run();
    });
  const log = (what: () => string): void => around.log(() => `device ${device.actor} ${what()}`);
  return {
    load: () => op((store) => store.load()),
    commands: () => op((store) => store.commands()),
    enqueue: (scope, plan) =>
      op(async (store) => {
        const enqueuedAt = tab.tapped.shift() ?? { total: 0, open: 0 };
        const planned = await store.enqueue(scope, plan);
        around.onEnqueued(device, planned, enqueuedAt);
        return planned;
      }),
    markSending: (entry) => op((store) => store.markSending(entry)),
    save: (entries) => op((store) => store.save(entries)),
    ack: (entry, snapshots) =>
      op((store) => {
        log(() => `acks ${entry.seq}`);
        return store.ack(entry, snapshots);
      }),
    reject: (items, dropped, snapshots) =>
      op((store) => {
        for (const { entry, kind } of items) if (kind === 'expired') around.onExpired(tab, entry);
        log(() => `into the rejected: ${items.map((i) => `${i.entry.seq} ${i.code}`).join(', ')}`);
        return store.reject(items, dropped, snapshots);
      }),
    expire: (items) =>
      op(async (store) => {
        const moved = await store.expire(items);
        if (moved) for (const { entry } of items) around.onExpired(tab, entry);
        log(() => `too old: ${items.map((i) => i.entry.seq).join(', ')}: ${String(moved)}`);
        return moved;
      }),
    merge: (change) => op((store) => store.merge(change)),
    dismiss: (cmdIds) => op((store) => store.dismiss(cmdIds)),
    revise: (cmdIds, change) =>
      op(async (store) => {
        const gone: string[] = [];
        await store.revise(cmdIds, (entry) => {
          const next = change(entry);
          if (!next) gone.push(entry.cmdId);
          return next;
        });
        for (const cmdId of gone) around.onDiscarded(cmdId);
      }),
    saveEngineTime: (engineTime) =>
      op(async (store) => {
        const at = device.engineTime();
        await store.saveEngineTime(engineTime);
        device.onEngineTimeWritten(at);
      }),
    identify: (fresh) => op((store) => store.identify(fresh)),
    numbers: () => op((store) => store.numbers()),
    explained: (upTo) => op((store) => store.explained(upTo)),
    close: () => void opened.then((store) => store.close()),
  };
}
