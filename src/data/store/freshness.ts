import { isObject } from '#domain/unknown.ts';
import { create } from 'zustand';
import type { Instant } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { localRecord } from '#platform/local-record.ts';

/** How current the board is: whether the socket is up, and when the server last confirmed the data. */
interface Freshness {
  readonly connected: boolean;
  /** The close code with which the server refused the socket (4001: unknown application); null if it did not refuse. */
  readonly refused: number | null;
  /** Monotonic ms of the last confirmation in this page; null before the first. */
  readonly confirmedAt: number | null;
  /** Monotonic ms of the last message of the socket in this page; null before the first. */
  readonly heardAt: number | null;
  /** Wall clock of the last confirmation before this page, for display only. */
  readonly knownAt: number | null;
}

export const useFreshness = create<Freshness>(() => ({
  connected: false,
  refused: null,
  confirmedAt: null,
  heardAt: null,
  knownAt: null,
}));

export const setConnected = (connected: boolean): void =>
  useFreshness.setState(connected ? { connected, refused: null } : { connected });
/** The socket has delivered a message of a feed. */
export const noteMessage = (): void => useFreshness.setState({ heardAt: deviceClock.mono() });
export const setRefused = (refused: number | null): void => useFreshness.setState({ refused });

/** The wall clock of the last confirmation and of the last use, per user and store. */
interface StoreUse {
  readonly confirmed: number | null;
  readonly used: number;
}

type Uses = Readonly<Record<string, StoreUse>>;

const writeEveryMs = 5_000;
const keptMs = 7 * 24 * 60 * 60_000;

const isUse = (value: unknown): value is StoreUse => isObject(value) && typeof value['used'] === 'number';

const record = localRecord<Uses>(
  'store-uses',
  1,
  (value): value is Uses => isObject(value) && Object.values(value).every(isUse),
);

let writtenAt = Number.NEGATIVE_INFINITY;

function remember(database: string, use: Partial<StoreUse>): void {
  const all = record.read() ?? {};
  const before = all[database];
  record.write({ ...all, [database]: { confirmed: before?.confirmed ?? null, used: deviceClock.now(), ...use } });
}

/** Starts when a store opens. The age of its stored data counts from its last confirmation. */
export function startFreshness(database: string): void {
  useFreshness.setState({ confirmedAt: null, knownAt: record.read()?.[database]?.confirmed ?? null });
  writtenAt = Number.NEGATIVE_INFINITY;
  remember(database, {});
}

/** The server has just confirmed the data. */
export function confirmFresh(database: string): void {
  const now = deviceClock.mono();
  useFreshness.setState({ confirmedAt: now });
  if (now - writtenAt < writeEveryMs) return;
  writtenAt = now;
  remember(database, { confirmed: deviceClock.now() });
}

/** Records that a person uses this store, with or without a network. */
export const noteUse = (database: string): void => remember(database, {});

/** Databases unused for 7 days (D-06), by the wall clock. Their data can be fetched again. */
export const unusedDatabases = (now: Instant): string[] =>
  Object.entries(record.read() ?? {}).flatMap(([database, { used }]) => (now - used > keptMs ? [database] : []));

export function forgetUse(database: string): void {
  const { [database]: _, ...others } = record.read() ?? {};
  record.write(others);
}

export const forgetUses = (): void => record.clear();

/** Which part of the way from the server to the eye does not work; null: all of it does. */
export type Broken = 'events' | 'screen' | null;

interface BoardProof {
  readonly broken: Broken;
  /** True after the first result. */
  readonly tried: boolean;
}

/** The last result of the board's proof of itself. */
export const useBoardProof = create<BoardProof>(() => ({ broken: null, tried: false }));
