import { create } from 'zustand';
import { deviceClock, every, wakeIn } from '#platform/clock.ts';
import { databaseNames } from '#platform/idb.ts';
import { whenQuiet } from '#platform/idle.ts';
import { localRecord } from '#platform/local-record.ts';
import { jitter, newUuid } from '#platform/random.ts';
import { dropPictures, isDiskFull, isNewerData } from '#platform/storage.ts';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';
import { leadWhilePossible, openTabChannel } from '#platform/tabs.ts';
import { Engine } from '#sync/engine.ts';
import { databaseName, openIdbStore } from '#sync/idb-store.ts';
import { api } from '#data/api/api.ts';
import { tryImport } from '#data/device/lazy-import.ts';
import { noteUse, startFreshness } from '#data/store/freshness.ts';
import { storeCommands } from '#commands/commands.ts';
import { emptyQueryCache } from '#data/api/query-cache.ts';
import { relievingStore } from './relieving-store.ts';
import { onNewToken, renewToken } from '#data/session/session.ts';
import type * as Trace from './trace.ts';
import { noteUnsent, tellLost, unsentByCookie } from './unsent-cookie.ts';

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
  /** The name of its database. */
  readonly database: string;
  readonly engine: Engine;
  /** Resolves after the last write, when the database is closed. */
  close(): Promise<void>;
}

/** Why the disk accepts no new commands: it is full, a newer version of the app wrote it, or it is broken. */
export type DiskError = 'full' | 'newer' | 'broken';

interface EngineState {
  readonly current: StoreEngine | null;
  /** Null again after the next successful write. */
  readonly diskError: DiskError | null;
}

export const useEngine = create<EngineState>(() => ({ current: null, diskError: null }));

let opening: { key: string; promise: Promise<StoreEngine> } | null = null;

/** Opens the engine of a user and store, once. Closes the engine of another store first. */
export function openStoreEngine(userId: number, storeId: number): Promise<StoreEngine> {
  const key = databaseName(userId, storeId);
  const { current } = useEngine.getState();
  if (current && current.userId === userId && current.storeId === storeId) return Promise.resolve(current);
  if (opening?.key === key) return opening.promise;
  void closeStoreEngine();
  const promise = openAndShow(userId, storeId).finally(() => {
    opening = null;
  });
  opening = { key, promise };
  return promise;
}

async function openAndShow(userId: number, storeId: number): Promise<StoreEngine> {
  const name = databaseName(userId, storeId);
  const waited = unsentByCookie(userId, storeId);
  // Ask before opening creates the database. The call is as slow as reading a database, so ask only if commands were
  // waiting.
  const known = waited > 0 ? await databaseNames() : null;
  const opened = await startEngine(userId, storeId, (diskError) => {
    if (useEngine.getState().diskError !== diskError) useEngine.setState({ diskError });
  }).catch((error: unknown) => {
    useEngine.setState({ diskError: diskErrorOf(error) });
    throw error;
  });
  startFreshness(name);
  // The cookie outlived the database: the browser evicted the commands that waited in it.
  if (known?.includes(name) === false) tellLost(waited);
  useEngine.setState({ current: opened, diskError: null });
  return opened;
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

/** Recognises the rejection of `openStoreEngine` when a newer version of the app has written the database. */
export const isNewerDataError = isNewerData;

const diskErrorOf = (error: unknown): DiskError =>
  isDiskFull(error) ? 'full' : isNewerData(error) ? 'newer' : 'broken';

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

/** Resolves when the engine will write nothing more to the disk. */
export async function closeStoreEngine(): Promise<void> {
  const { current } = useEngine.getState();
  useEngine.setState({ current: null });
  await current?.close();
}
