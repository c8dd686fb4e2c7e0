import { wakeIn } from '#platform/clock.ts';
import { localRecord } from '#platform/local-record.ts';
import { forgetEdges, useUnacknowledged } from './unacknowledged.ts';

/** What this device has been alerted of in one store, oldest first. */
interface StoreMemory {
  /** Orders that are no news any more. */
  readonly known: readonly string[];
  /** Came in as news, and nobody has touched them here. */
  readonly untouched: readonly string[];
}

type Memory = Readonly<Record<string, StoreMemory>>;

/** Enough for the busiest day; more would make every write slow. */
export const rememberedOrders = 500;
const writeAfterMs = 300;

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((v) => typeof v === 'string');

const isStoreMemory = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'known' in value &&
  isTexts(value.known) &&
  'untouched' in value &&
  isTexts(value.untouched);

const record = localRecord<Memory>(
  'alerts',
  1,
  (value): value is Memory =>
    typeof value === 'object' && value !== null && Object.values(value).every((v) => isStoreMemory(v)),
);

let storeId: number | null = null;
/** null = this device has never looked at this store: what waits there is no news to it. */
let known: Set<string> | null = null;
let cancelWrite: (() => void) | null = null;

let watching = false;

/** Before anything else is asked of this module. */
export function openMemory(id: number): void {
  if (storeId === id) return;
  flush();
  storeId = id;
  read();
  if (watching) return;
  watching = true;
  record.watch(hear);
  // Whoever touches an order, here or in another part of the page.
  useUnacknowledged.subscribe(writeSoon);
}

function read(): void {
  const kept = storeId === null ? undefined : record.read()?.[storeId];
  known = kept ? new Set(kept.known) : null;
  useUnacknowledged.setState({ uids: new Set(kept?.untouched) });
}

/**
 * What was touched in the tab beside this one is touched; what that tab does not know yet says nothing. News stay news
 * in every tab: the one in front may be another than the one that heard of it first.
 */
function hear(): void {
  const kept = storeId === null ? undefined : record.read()?.[storeId];
  if (!kept) return;
  const theirs = new Set(kept.known);
  const untouched = new Set(kept.untouched);
  forgetEdges([...useUnacknowledged.getState().uids].filter((uid) => theirs.has(uid) && !untouched.has(uid)));
}

function flush(): void {
  if (cancelWrite === null) return;
  cancelWrite();
  write();
}

function write(): void {
  cancelWrite = null;
  if (storeId === null || known === null) return;
  const latest = (uids: Iterable<string>): string[] => [...uids].slice(-rememberedOrders);
  record.write({
    ...record.read(),
    [storeId]: { known: latest(known), untouched: latest(useUnacknowledged.getState().uids) },
  });
}

/** A burst of orders is one write. */
function writeSoon(): void {
  cancelWrite ??= wakeIn(writeAfterMs, write);
}

/**
 * Which of the waiting orders are news, and remembers them all. `own` were made on this very device: no news to it.
 * Orders that wait when a device looks at a store for the first time are not news either.
 */
export function takeNews(waiting: readonly string[], own: ReadonlySet<string>): string[] {
  const first = known === null;
  const before = (known ??= new Set());
  const unknown = waiting.filter((uid) => !before.has(uid));
  if (unknown.length === 0 && !first) return [];
  for (const uid of unknown) before.add(uid);
  const kept = new Set(waiting);
  for (const uid of before) {
    if (before.size <= rememberedOrders) break;
    if (!kept.has(uid)) before.delete(uid);
  }
  const news = first ? [] : unknown.filter((uid) => !own.has(uid));
  if (news.length > 0) useUnacknowledged.setState(({ uids }) => ({ uids: new Set([...uids, ...news]) }));
  writeSoon();
  return news;
}
