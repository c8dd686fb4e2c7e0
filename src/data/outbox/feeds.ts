import { isObject } from '#domain/unknown.ts';
import type * as z from 'zod/mini';
import { feedOf } from '#contract/events.ts';
import type { change, Listener } from '#contract/stores.ts';
import type { WireOrder } from '#contract/wire/orders.ts';
import { readOrder } from '#contract/wire/orders.ts';
import type { Currency } from '#domain/money.ts';
import type { FeedAnswer, FeedChange } from '#sync/feed.ts';
import { EventFeed } from '#sync/feed.ts';
import type { Api } from '#commands/api.ts';
import type { Engine } from '#sync/engine.ts';
import { groupEntity, groupSnapshot, readGroupBody } from '#commands/group/group-entity.ts';
import { orderEntity, orderSnapshot } from '#commands/order/order-entity.ts';

type WireChange = z.infer<typeof change>;
type WireAnswer = Awaited<ReturnType<Api['stores']['changes']>>;
export type { EventFeed, FeedChange } from '#sync/feed.ts';

/** Parses channel data; null for an unknown format. The delta then delivers a change that another version wrote. */
export function readChange(wire: unknown, currency: Currency): FeedChange | null {
  return isWireChange(wire) ? toChange(wire, currency) : null;
}

const isWireChange = (value: unknown): value is WireChange =>
  isObject(value) &&
  typeof value['store_seq'] === 'number' &&
  typeof value['name'] === 'string' &&
  'type' in value &&
  'id' in value;

function toChange(wire: WireChange, currency: Currency): FeedChange {
  const isOrder = wire.type === orderEntity.name;
  // The device identifies an order by its uid: a new order has no number yet.
  const uid = uidIn(wire.payload);
  const removed = wire.name === 'order-removed' && uid !== null;
  const order: WireOrder | undefined = wire.order;
  if (wire.type === groupEntity.name) return groupChange(wire, currency);
  return {
    seq: wire.store_seq,
    name: wire.name,
    id: wire.id,
    snapshot: order ? orderSnapshot(readOrder(order, currency)) : null,
    removed: removed ? { type: orderEntity.name, id: uid } : null,
    incomplete: isOrder && !removed && !order,
    payload: wire.payload,
  };
}

/** The payload of a group's event is the group, or says that it was deleted. Without it, the delta has it. */
function groupChange({ store_seq: seq, name, id, payload }: WireChange, currency: Currency): FeedChange {
  const uid = uidIn(payload);
  const removed = uid !== null && isObject(payload) && payload['removed'] === true;
  const group = removed ? null : readGroupBody(payload, currency);
  return {
    seq,
    name,
    id,
    snapshot: group && groupSnapshot(group),
    removed: removed ? { type: groupEntity.name, id: uid } : null,
    incomplete: !removed && group === null,
    payload,
  };
}

const uidIn = (payload: unknown): string | null =>
  isObject(payload) && typeof payload['uid'] === 'string' ? payload['uid'] : null;

export interface FeedPorts {
  /** GET /store/{id}/changes; null requests the whole state. */
  readonly ask: (since: number | null) => Promise<WireAnswer>;
  readonly onChange: (change: FeedChange) => void;
  readonly onTold?: (seq: number) => void;
  readonly onFresh: () => void;
  /** The feed loaded the whole state: its answer does not contain earlier notices. */
  readonly onReset?: () => void;
}

/** Opens the event feed of one listener of the open store. */
export function openFeed(
  engine: Engine,
  listener: Listener,
  currency: Currency,
  { ask, onReset, ...on }: FeedPorts,
): EventFeed {
  const audience = feedOf(listener);
  return new EventFeed({
    name: audience,
    // Orders travel in the admins' feed alone (D-30), groups in the staff's: a reset removes only what its feed carries.
    entityTypes: [audience === 'admin' ? orderEntity.name : groupEntity.name],
    engine,
    fetch: async (since): Promise<FeedAnswer> => {
      const answer = await ask(since);
      if (answer.reset) onReset?.();
      // In a delta, an order without a body is no longer visible to this member: skip it, do not ask for it.
      const changes = answer.changes.map((c) => ({ ...toChange(c, currency), incomplete: false }));
      return { ...answer, changes };
    },
    ...on,
  });
}
