import type { Currency } from '#domain/money.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { Store } from '#domain/store.ts';
import type { StoredOrder } from '#domain/order.ts';
import { writeOrder } from '#contract/wire/orders.ts';
import { writeStatusNotice } from '#contract/wire/stores.ts';
import { wentBackTexts } from '#texts/alerts.ts';
import { writeGroupCard } from '#contract/wire/groups.ts';
import type { StoredGroup } from '#server/modules/groups/group-repository.ts';
import type { CodeState } from '#server/modules/stores/codes-store.ts';
import { type Change, groupType, statusChange } from '#server/realtime/announce.ts';

/** A device that missed more events gets the whole state, which is the shorter answer. */
const longestDelta = 500;

/** GET /store/{id}/changes. */
export interface ChangesAnswer {
  readonly head: number;
  readonly epoch: number;
  readonly reset: boolean;
  readonly changes: Change[];
}

/** An event as stored in the feed. */
export interface FeedEvent {
  readonly store_seq: number;
  readonly name: string;
  readonly type: string;
  readonly entity_id: string | null;
  readonly ver: number;
  readonly payload: unknown;
  readonly created_at: Instant;
}

/** What a device at cursor `since` needs. `oldest` is the first stored event; null = none is stored. */
export function needOf(
  { head, epoch, oldest }: { readonly head: number; readonly epoch: number; readonly oldest: number | null },
  since: number | undefined,
): 'nothing' | 'delta' | 'all' {
  if (since === head) return 'nothing';
  if (since === undefined || since > head || since < epoch) return 'all';
  const gone = head - since > longestDelta || (oldest ?? head + 1) > since + 1;
  return gone ? 'all' : 'delta';
}

const orderChange = (order: StoredOrder, currency: Currency, store_seq: number, name: string, at: string): Change => ({
  store_seq,
  name,
  at,
  type: 'order',
  id: String(order.id),
  ver: order.ver,
  order: writeOrder(order, currency),
});

const codeChange = ({ ver, code }: CodeState, store_seq: number, at: string): Change => ({
  store_seq,
  name: 'code-updated',
  at,
  type: 'code',
  id: String(code.id),
  ver,
  payload: code,
});

const groupChange = (group: StoredGroup, currency: Currency, store_seq: number, at: string): Change => ({
  store_seq,
  name: 'order-group-updated',
  at,
  type: groupType,
  id: String(group.id),
  ver: group.ver,
  payload: writeGroupCard(group, currency),
});

/** The whole state of the admins' feed: the orders of the board. */
export const boardChanges = (board: readonly StoredOrder[], currency: Currency, head: number): Change[] =>
  board.map((o) => orderChange(o, currency, head, 'order-updated', isoFromInstant(o.updated_at)));

/** What `store-status-updated` carries. */
type ShownStatus = Pick<Store, 'status' | 'hours'>;

/** The whole state of the staff's feed: the codes, the active groups and the store's status. */
export const staffChanges = (
  storeId: number,
  found: {
    readonly codes: readonly CodeState[];
    readonly groups: readonly StoredGroup[];
    readonly status: ShownStatus;
    readonly currency: Currency;
  },
  head: number,
  now: Instant,
): Change[] => [
  ...found.codes.map((c) => codeChange(c, head, isoFromInstant(now))),
  ...found.groups.map((g) => groupChange(g, found.currency, head, isoFromInstant(now))),
  statusChange(storeId, writeStatusNotice(found.status), head, now),
];

/** Tells a staff device that the database went back in time, and that what no event carries has to be read again. */
export function wentBackChanges(head: number, now: Instant): Change[] {
  const change = { store_seq: head, at: isoFromInstant(now), id: null, ver: head };
  const message = { name: 'message', type: 'message', payload: { ...wentBackTexts, level: 'warning' } };
  return [
    { ...change, ...message },
    { ...change, name: 'catalog-updated', type: 'catalog' },
  ];
}

/** The last event of each entity, in order. */
export function lastEvents(events: readonly FeedEvent[]): FeedEvent[] {
  const lastOf = new Map(
    events.map((e) => [e.entity_id === null ? `event:${e.store_seq}` : `${e.type}:${e.entity_id}`, e]),
  );
  return [...lastOf.values()].toSorted((a, b) => a.store_seq - b.store_seq);
}

/** The entries of a delta, each with its current entity. */
export function deltaChanges(
  last: readonly FeedEvent[],
  found: {
    readonly orders: readonly StoredOrder[];
    readonly codes: readonly CodeState[];
    readonly groups: readonly StoredGroup[];
    /** null when the status did not change. */
    readonly status: ShownStatus | null;
    readonly currency: Currency;
  },
): Change[] {
  const orders = new Map(found.orders.map((o) => [String(o.id), o]));
  const codes = new Map(found.codes.map((c) => [String(c.code.id), c]));
  const groups = new Map(found.groups.map((g) => [String(g.id), g]));
  return last.map((event): Change => {
    const at = isoFromInstant(event.created_at);
    const order = event.type === 'order' ? orders.get(event.entity_id ?? '') : undefined;
    if (order) return orderChange(order, found.currency, event.store_seq, event.name, at);
    const code = event.type === 'code' ? codes.get(event.entity_id ?? '') : undefined;
    if (code) return codeChange(code, event.store_seq, at);
    const group = event.type === groupType ? groups.get(event.entity_id ?? '') : undefined;
    if (group) return groupChange({ ...group, ver: event.store_seq }, found.currency, event.store_seq, at);
    if (event.name === 'store-status-updated' && found.status)
      return statusChange(Number(event.entity_id), writeStatusNotice(found.status), event.store_seq, event.created_at);
    return {
      store_seq: event.store_seq,
      name: event.name,
      at,
      type: event.type,
      id: event.entity_id,
      ver: event.ver,
      payload: event.payload ?? undefined,
    };
  });
}
