import { create } from 'zustand';
import type { Order } from '#domain/order.ts';
import { deviceClock, every, wakeIn } from '#platform/clock.ts';
import { deleteDatabase } from '#platform/idb.ts';
import { localRecord } from '#platform/local-record.ts';
import { luck, newUuid } from '#platform/random.ts';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';
import { leadWhilePossible, openTabChannel } from '#platform/tabs.ts';
import { Engine } from '#sync/engine.ts';
import { databaseName, openIdbStore } from '#sync/idb-store.ts';
import { orderCommands } from './order-commands.ts';
import { onNewToken, renewToken } from './session.ts';

const writeTimeoutMs = 15_000;
const tickEveryMs = 30_000;

const deviceRecord = localRecord<string>('device', 1, (v): v is string => typeof v === 'string');

function deviceId(): string {
  const known = deviceRecord.read();
  if (known) return known;
  const made = newUuid();
  deviceRecord.write(made);
  return made;
}

export interface StoreEngine {
  readonly userId: number;
  readonly storeId: number;
  readonly engine: Engine<Order>;
  close(): void;
}

interface EngineState {
  readonly current: StoreEngine | null;
  /** The disk refused a write (quota, corruption): new actions are not taken until it works again. */
  readonly diskError: boolean;
}

export const useEngine = create<EngineState>(() => ({ current: null, diskError: false }));

let opening: { key: string; promise: Promise<StoreEngine> } | null = null;

/** The engine of a user and store, opened once; another store's is closed first. */
export function openStoreEngine(userId: number, storeId: number): Promise<StoreEngine> {
  const key = databaseName(userId, storeId);
  const { current } = useEngine.getState();
  if (current && current.userId === userId && current.storeId === storeId) return Promise.resolve(current);
  if (opening?.key === key) return opening.promise;
  closeStoreEngine();
  const promise = open(userId, storeId, key).finally(() => {
    opening = null;
  });
  opening = { key, promise };
  return promise;
}

async function open(userId: number, storeId: number, name: string): Promise<StoreEngine> {
  const store = await openIdbStore<Order>(name);
  const channel = openTabChannel(name, () => void engine.reload());
  const engine = new Engine<Order>({
    store,
    commands: orderCommands,
    actor: userId,
    deviceId: deviceId(),
    now: () => deviceClock.mono(),
    luck,
    newId: newUuid,
    wakeIn,
    writeTimeoutMs,
    renewToken,
    nudge: () => channel.post(),
    onDiskError: () => useEngine.setState({ diskError: true }),
  });
  await engine.start();
  engine.network(surroundings().online);
  const stops = [
    watchSurroundings(({ online, visible }) => {
      engine.network(online);
      if (visible) engine.wake();
    }),
    onNewToken((generation) => engine.tokenChanged(generation)),
    leadWhilePossible(name, (leads) => engine.lead(leads)),
    every(tickEveryMs, () => engine.tick()),
  ];
  const opened: StoreEngine = {
    userId,
    storeId,
    engine,
    close() {
      for (const stop of stops) stop();
      channel.close();
      engine.close();
    },
  };
  useEngine.setState({ current: opened, diskError: false });
  return opened;
}

export function closeStoreEngine(): void {
  const { current } = useEngine.getState();
  current?.close();
  useEngine.setState({ current: null });
}

/** Logout without anything unsent: the store's data leaves the device (A-51, D-06). */
export async function wipeStoreEngine(): Promise<void> {
  const { current } = useEngine.getState();
  if (!current) return;
  closeStoreEngine();
  await deleteDatabase(databaseName(current.userId, current.storeId)).catch(() => {});
}
