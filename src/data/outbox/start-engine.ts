import { deviceClock, every, wakeIn } from '#platform/clock.ts';
import { whenQuiet } from '#platform/idle.ts';
import { localRecord } from '#platform/local-record.ts';
import { jitter, newUuid } from '#platform/random.ts';
import { dropPictures } from '#platform/storage.ts';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';
import { leadWhilePossible, openTabChannel } from '#platform/tabs.ts';
import { databaseName } from '#sync/database-name.ts';
import { Engine } from '#sync/engine.ts';
import { openIdbStore } from '#sync/idb-store.ts';
import { api } from '#data/api/api.ts';
import { tryImport } from '#data/device/lazy-import.ts';
import { noteUse } from '#data/store/freshness.ts';
import { storeCommands } from '#commands/commands.ts';
import { emptyQueryCache } from '#data/api/query-cache.ts';
import { actingIn } from '#data/session/acting.ts';
import { onNewToken, renewToken } from '#data/session/session.ts';
import { relievingStore } from './relieving-store.ts';
import type { DiskError, StoreEngine } from './store-engine.ts';
import { diskErrorOf } from './store-engine.ts';
import type * as Trace from './trace.ts';
import { noteUnsent } from './unsent-cookie.ts';

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

let trace: Promise<typeof Trace> | null = null;

/** The trace loads after the first screen. If it cannot be loaded, only trace lines are lost. */
function withTrace(work: (trace: typeof Trace) => void): void {
  trace ??= new Promise((resolve) => whenQuiet(() => void tryImport(() => import('./trace.ts').then(resolve))));
  void trace.then(work);
}

/** Starts an engine that sends. `openStoreEngine` shows it to the screens. Rejects when the disk cannot be opened. */
export async function startEngine(
  userId: number,
  storeId: number,
  onDiskError: (error: DiskError | null) => void = () => {},
): Promise<StoreEngine> {
  const name = databaseName(userId, storeId);
  const disk = await openIdbStore(name);
  let atRest = (): void => {};
  const rest = new Promise<void>((resolve) => {
    atRest = resolve;
  });
  const close = (): void => {
    disk.close();
    atRest();
  };
  const store = relievingStore({ ...disk, close }, async () => {
    await Promise.all([dropPictures(), emptyQueryCache()]);
  });
  const channel = openTabChannel(name, () => engine.nudged());
  const engine = new Engine({
    store,
    commands: storeCommands(api),
    actor: userId,
    deviceId: deviceId(),
    acting: () => actingIn(storeId)?.grant ?? null,
    now: () => deviceClock.mono(),
    jitter,
    newId: newUuid,
    wakeIn,
    writeTimeoutMs,
    renewToken,
    nudge: () => channel.post(),
    onStep: (...step) => withTrace(({ noteStep }) => noteStep(...step)),
    onDisk: (error) => onDiskError(error === null ? null : diskErrorOf(error)),
  });
  await engine.start();
  engine.network(surroundings().online);
  const stops = [
    watchSurroundings(({ online, visible }) => {
      engine.network(online);
      if (online && visible) engine.wake();
      if (!visible) withTrace(({ keepTrace }) => keepTrace());
    }),
    onNewToken((generation) => engine.tokenChanged(generation)),
    leadWhilePossible(name, (leads) => void engine.lead(leads)),
    every(tickEveryMs, () => {
      engine.tick();
      noteUse(name);
    }),
    countInCookie(engine, userId, storeId),
  ];
  return {
    userId,
    storeId,
    database: name,
    engine,
    close() {
      for (const stop of stops) stop();
      channel.close();
      engine.close();
      return rest;
    },
  };
}

function countInCookie({ getView, subscribe }: Engine, userId: number, storeId: number): () => void {
  let counted = Number.NaN;
  const count = (): void => {
    const { length } = getView().pending;
    if (length !== counted) noteUnsent(userId, storeId, length);
    counted = length;
  };
  const stop = subscribe(count);
  count();
  return stop;
}
