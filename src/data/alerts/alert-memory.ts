import { isObject } from '#domain/unknown.ts';
import { wakeIn } from '#platform/clock.ts';
import { localRecord } from '#platform/local-record.ts';
import { forgetEdges, useUnacknowledged } from './unacknowledged.ts';

/** The alert state of one store on this device, oldest first. */
interface StoreMemory {
  /** Orders that were already alerted or seen. */
  readonly known: readonly string[];
  /** Orders that arrived as news and that no person has opened, moved or answered here. */
  readonly untouched: readonly string[];
}

type Memory = Readonly<Record<string, StoreMemory>>;

/** Enough for the busiest day. More would slow down every write. */
export const rememberedOrders = 500;
const writeAfterMs = 300;

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((v) => typeof v === 'string');

const isStoreMemory = (value: unknown): boolean =>
  isObject(value) && isTexts(value['known']) && isTexts(value['untouched']);

const record = localRecord<Memory>(
  'alerts',
  1,
  (value): value is Memory => isObject(value) && Object.values(value).every((v) => isStoreMemory(v)),
);

let storeId: number | null = null;
/** null: this device has never opened this store, so its waiting orders are not news. */
let known: Set<string> | null = null;
let cancelWrite: (() => void) | null = null;

let watching = false;

/** Loads the memory of a store. Call it before any other function of this module. */
export function openMemory(id: number): void {
  if (storeId === id) return;
  flush();
  storeId = id;
  read();
  if (watching) return;
  watching = true;
  record.watch(hear);
  // Save when a person acknowledges an order in any part of the page.
  useUnacknowledged.subscribe(writeSoon);
}

function read(): void {
  const kept = storeId === null ? undefined : record.read()?.[storeId];
  known = kept ? new Set(kept.known) : null;
  useUnacknowledged.setState({ uids: new Set(kept?.untouched) });
}

/**
 * Takes over acknowledgements from another tab: removes the edge of an order that the other tab knows and no longer
 * lists as untouched. An order that the other tab does not know yet keeps its edge. New orders are news in every tab,
 * because another tab than the first to know may be in front.
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

/** Groups a burst of orders into one write. */
function writeSoon(): void {
  cancelWrite ??= wakeIn(writeAfterMs, write);
}

/**
 * Returns which of the waiting orders are news, and remembers them all. Orders in `own` were made on this device and
 * are not news. Nor are orders that wait when the device opens a store for the first time.
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
