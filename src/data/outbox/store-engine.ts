import { create } from 'zustand';
import { databaseNames } from '#platform/idb.ts';
import { isDiskFull, isNewerData } from '#platform/storage.ts';
import { databaseName } from '#sync/database-name.ts';
import type { Engine } from '#sync/engine.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { startFreshness } from '#data/store/freshness.ts';
import { tellLost, unsentByCookie } from './unsent-cookie.ts';

export interface StoreEngine {
  readonly userId: number;
  readonly storeId: number;
  /** The name of its database. */
  readonly database: string;
  readonly engine: Engine;
  /** Reports what became of the numbers of its commands (offline engine, Numbers). */
  tellNumbers(): void;
  /** The last report before a logout, if the server can be reached. `discarding`: what has not ended is given up. */
  leave(discarding: boolean): Promise<void>;
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

/** The engine of the open store, for use outside React; null: no store is open. */
export const engineNow = (): Engine | null => useEngine.getState().current?.engine ?? null;

/** The same, for what a person queues. Throws when no store is open: then nothing was accepted. */
export function engineOrThrow(): Engine {
  const engine = engineNow();
  if (!engine) throw new Error('no store is open');
  return engine;
}

/** The engine that is open or being opened. */
let wanted: { readonly database: string; readonly promise: Promise<StoreEngine> } | null = null;

/**
 * Opens the engine of a user and store, once. Closes the engine of another store first. Rejects if another one was
 * opened, or this one closed, before it was ready.
 */
export function openStoreEngine(userId: number, storeId: number): Promise<StoreEngine> {
  const database = databaseName(userId, storeId);
  if (wanted?.database === database) return wanted.promise;
  void closeStoreEngine();
  const isWanted = (): boolean => wanted?.promise === promise;
  const promise = openAndShow(userId, storeId, isWanted);
  wanted = { database, promise };
  // After a failure the next call tries again.
  promise.catch(() => {
    if (isWanted()) wanted = null;
  });
  return promise;
}

/** Lazy: a page without a store, such as the login, needs no engine. The page of a store's address names this file. */
export const loadEngine = () => importWithRetry(() => import('./start-engine.ts'));

async function openAndShow(userId: number, storeId: number, isWanted: () => boolean): Promise<StoreEngine> {
  const name = databaseName(userId, storeId);
  const waited = unsentByCookie(userId, storeId);
  // Ask before opening creates the database. The call is as slow as reading a database, so ask only if commands were
  // waiting.
  const known = waited > 0 ? await databaseNames() : null;
  const { startEngine } = await loadEngine();
  if (!isWanted()) throw notWanted();
  const tell = (diskError: DiskError | null): void => {
    if (isWanted() && useEngine.getState().diskError !== diskError) useEngine.setState({ diskError });
  };
  const opened = await startEngine(userId, storeId, tell).catch((error: unknown) => {
    tell(diskErrorOf(error));
    throw error;
  });
  if (!isWanted()) {
    await opened.close();
    throw notWanted();
  }
  startFreshness(name);
  // The cookie outlived the database: the browser evicted the commands that waited in it.
  if (known?.includes(name) === false) tellLost(waited);
  useEngine.setState({ current: opened, diskError: null });
  return opened;
}

const notWanted = (): Error => new Error('the store was left before its engine was ready');

/** Tells why the disk accepts no commands, by its error. */
export const diskErrorOf = (error: unknown): DiskError =>
  isDiskFull(error) ? 'full' : isNewerData(error) ? 'newer' : 'broken';

/** Recognises the rejection of `openStoreEngine` when a newer version of the app has written the database. */
export const isNewerDataError = isNewerData;

/** The open store asks every device what it has not sent. */
export const tellNumbers = (): void => useEngine.getState().current?.tellNumbers();

/** Resolves when the engine will write nothing more to the disk. */
export async function closeStoreEngine(): Promise<void> {
  wanted = null;
  const { current } = useEngine.getState();
  useEngine.setState({ current: null });
  await current?.close();
}
