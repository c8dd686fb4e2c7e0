import { create } from 'zustand';
import type { Instant } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { localRecord } from '#platform/local-record.ts';

/** How much the board can be trusted: socket up or not, and when the server last confirmed it (a board cannot lie). */
interface Freshness {
  readonly connected: boolean;
  /** The close code with which the server refused the socket (4001: it does not know this application); null = it did not. */
  readonly refused: number | null;
  /** Monotonic ms of the last confirmation in this page, null before the first. */
  readonly confirmedAt: number | null;
  /** Wall clock of the last confirmation before this page; only to be shown. */
  readonly knownAt: number | null;
}

export const useFreshness = create<Freshness>(() => ({
  connected: false,
  refused: null,
  confirmedAt: null,
  knownAt: null,
}));

export const setConnected = (connected: boolean): void =>
  useFreshness.setState(connected ? { connected, refused: null } : { connected });
export const setRefused = (refused: number | null): void => useFreshness.setState({ refused });

/** Per user and store: the wall clock of the last confirmation and of the last use. */
interface StoreUse {
  readonly confirmed: number | null;
  readonly used: number;
}

type Uses = Readonly<Record<string, StoreUse>>;

const writeEveryMs = 5_000;
const keptMs = 7 * 24 * 60 * 60_000;

const isUse = (value: unknown): value is StoreUse =>
  typeof value === 'object' && value !== null && 'used' in value && typeof value.used === 'number';

const record = localRecord<Uses>(
  'store-uses',
  1,
  (value): value is Uses => typeof value === 'object' && value !== null && Object.values(value).every(isUse),
);

let writtenAt = Number.NEGATIVE_INFINITY;

function remember(database: string, use: Partial<StoreUse>): void {
  const all = record.read() ?? {};
  const before = all[database];
  record.write({ ...all, [database]: { confirmed: before?.confirmed ?? null, used: deviceClock.now(), ...use } });
}

/** A store is opened: what was last known of it has the age of its last confirmation. */
export function startFreshness(database: string): void {
  useFreshness.setState({ confirmedAt: null, knownAt: record.read()?.[database]?.confirmed ?? null });
  writtenAt = Number.NEGATIVE_INFINITY;
  remember(database, {});
}

/** The server has just said, or said again, how things are. */
export function confirmFresh(database: string): void {
  const now = deviceClock.mono();
  useFreshness.setState({ confirmedAt: now });
  if (now - writtenAt < writeEveryMs) return;
  writtenAt = now;
  remember(database, { confirmed: deviceClock.now() });
}

/** Somebody works with it, with or without a network. */
export const noteUse = (database: string): void => remember(database, {});

/** Databases that nobody has used for 7 days (D-06), by the wall clock: what they held is fetched again. */
export const unusedDatabases = (now: Instant): string[] =>
  Object.entries(record.read() ?? {}).flatMap(([database, { used }]) => (now - used > keptMs ? [database] : []));

export function forgetUse(database: string): void {
  const { [database]: _, ...others } = record.read() ?? {};
  record.write(others);
}

export const forgetUses = (): void => record.clear();
