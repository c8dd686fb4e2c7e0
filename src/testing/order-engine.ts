import { storeCommands } from '#commands/commands.ts';
import { orderSnapshot } from '#commands/order/order-entity.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import type { Order } from '#domain/order.ts';
import { Engine } from '#sync/engine.ts';
import { MemoryOutbox } from './memory-outbox.ts';
import { noCalls } from './no-calls.ts';

/** Opens the engine of store `storeId` with these orders and a server that never answers. Returns its disk. */
export async function openOrderEngine(storeId: number, orders: readonly Order[]): Promise<MemoryOutbox> {
  const disk = new MemoryOutbox();
  const done = (): Promise<void> => Promise.resolve();
  const never = (): Promise<never> => new Promise<never>(() => {});
  let ids = 0;
  const engine = new Engine({
    store: disk,
    commands: storeCommands(noCalls(never)),
    actor: 1,
    deviceId: 'device',
    now: () => 0,
    jitter: () => 0.5,
    newId: () => `c${(ids += 1)}`,
    wakeIn: () => () => {},
    writeTimeoutMs: 15_000,
    renewToken: () => {},
    nudge: () => {},
    onDisk: () => {},
  });
  await engine.start();
  await engine.merge({ snapshots: orders.map(orderSnapshot), removed: [], cursor: null });
  useEngine.setState({
    current: { userId: 1, storeId, database: 'test', engine, tellNumbers: () => {}, leave: done, close: done },
  });
  return disk;
}
