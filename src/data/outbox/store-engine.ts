import { create } from 'zustand';
import { deviceClock, every, wakeIn } from '#platform/clock.ts';
import { databaseNames } from '#platform/idb.ts';
import { localRecord } from '#platform/local-record.ts';
import { jitter, newUuid } from '#platform/random.ts';
import { dropPictures, isDiskFull, isNewerData } from '#platform/storage.ts';
import { surroundings, watchSurroundings } from '#platform/surroundings.ts';
import { leadWhilePossible, openTabChannel } from '#platform/tabs.ts';
import { Engine } from '#sync/engine.ts';
import { databaseName, openIdbStore } from '#sync/idb-store.ts';
import { api } from '#data/api/api.ts';
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
  /** Its database's name. */
  readonly database: string;
  readonly engine: Engine;
  /** Resolves when its last write is done and the disk is closed. */
  close(): Promise<void>;
}

/** Why the disk takes no new actions: no room, written by a newer version of the app, or broken. */
export type DiskError = 'full' | 'newer' | 'broken';

interface EngineState {
  readonly current: StoreEngine | null;
  /** Null again as soon as a write works. */
  readonly diskError: DiskError | null;
}

export const useEngine = create<EngineState>(() => ({ current: null, diskError: null }));

let opening: { key: string; promise: Promise<StoreEngine> } | null = null;

/** The engine of a user and store, opened once; another store's is closed first. */
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
  // Before the opening makes one. Asking takes as long as reading a database: only where the answer matters.
  const known = waited > 0 ? await databaseNames() : null;
  const opened = await startEngine(userId, storeId, (diskError) => {
    if (useEngine.getState().diskError !== diskError) useEngine.setState({ diskError });
  }).catch((error: unknown) => {
    useEngine.setState({ diskError: diskErrorOf(error) });
    throw error;
  });
  startFreshness(name);
  // The cookie outlived the database: the browser evicted what was waiting in it.
  if (known?.includes(name) === false) tellLost(waited);
  useEngine.setState({ current: opened, diskError: null });
  return opened;
}

/** The trace comes after the first screen; what it misses without a network is missing from it, and from nothing else. */
const withTrace = (work: (trace: typeof Trace) => void): void => void import('./trace.ts').then(work).catch(() => {});

/** An engine that sends, seen by no screen unless `openStoreEngine` shows it. Rejects when the disk cannot be opened. */
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

/** What `openStoreEngine` rejects with when a newer version of the app has worked on this device. */
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

/** Resolves when nothing more of it will reach the disk. */
export async function closeStoreEngine(): Promise<void> {
  const { current } = useEngine.getState();
  useEngine.setState({ current: null });
  await current?.close();
}
