import { withSeatsMoved } from '#domain/group-moves.ts';
import { type TakenLines, withLinesTaken } from '#domain/moved-lines.ts';
import type { MoveDetail, StoredLine } from '#server/db/schema/orders.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import { type GroupCommand, groupConflict } from '#server/modules/groups/group-command.ts';
import type { GroupRepository, GroupRow } from '#server/modules/groups/group-repository.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';
import { announceMove, lockBothGroups, type MoveStart, moveStart, noteTable, saveBothGroups } from './both-groups.ts';

interface MoveItemsInput {
  readonly id: number;
  readonly to: number;
  readonly items: readonly { readonly item_id: number; readonly quantity: number }[];
}

/**
 * Moves units of lines to another open table. Lines become an order of their own there, in the same status, so the
 * kitchen does nothing twice; an order of which all lines go, goes itself. A line that is not there any more, because
 * another device was faster, is a conflict.
 */
export const moveItemsCommand: GroupCommand<MoveItemsInput> = {
  base: 'required',
  async decide(repository, call, { id, to: toId, items }) {
    const locked = await lockBothGroups(repository, call, { id, other: toId, field: 'to' });
    if (!locked.ok) return locked;
    const { own: from, other: to } = locked.value;
    const orders = (await repository.lockOrders(id)).filter((o) => o.status !== 'REJECTED');
    const plan = await plannedMove(repository, orders, items);
    if (plan === null) return groupConflict(repository, from);
    const start = await moveStart(repository, from, to);
    const { before, discounts, seats } = start;
    const moved: MoveDetail['orders'][number][] = [];
    for (const part of plan) moved.push(await movePart(repository, call, part, to, start));
    await saveBothGroups(repository, call, {
      from: { row: from },
      to: { row: to },
      discounts,
      wanted: before.from.discount,
    });
    const detail = { orders: moved, payments: [], seats, before };
    const revs = { from_rev: from.rev + 1, to_rev: to.rev + 1 };
    const about = { kind: 'items', from_group_id: id, to_group_id: toId, ...revs, detail } as const;
    await repository.noteMove({ ...about, created_by: call.actor.userId, created_at: call.now });
    repository.audit({ action: 'group.moveItems', groupId: id, before: null, after: { to: toId, orders: moved } });
    const touched = moved.flatMap((m) => (m.to === null ? [m.from] : [m.from, m.to]));
    await announceMove(repository, touched, to, from);
    return { ok: true, value: await repository.read(id) };
  },
};

interface PlannedPart extends TakenLines<StoredLine> {
  readonly order: OrderRow;
}

/** What goes of each order; null: a line is missing, is named twice, or has fewer units. Writes nothing. */
async function plannedMove(
  repository: GroupRepository,
  orders: readonly OrderRow[],
  items: MoveItemsInput['items'],
): Promise<readonly PlannedPart[] | null> {
  const asked = new Map(items.map((i) => [i.item_id, i.quantity]));
  const lines = orders.flatMap((o) => o.lines).filter((l) => asked.has(l.row));
  if (lines.length !== items.length) return null;
  // As many keys as the lines have rows: more than those that are cut need.
  const rows = [...(await repository.rows(lines.reduce((sum, l) => sum + 1 + l.additionals.length, 0)))];
  const newRow = (): number => {
    const row = rows.pop();
    if (row === undefined) throw new Error('more rows than keys');
    return row;
  };
  const plan: PlannedPart[] = [];
  for (const order of orders) {
    const wanted = order.lines.flatMap(({ row }) => {
      const quantity = asked.get(row);
      return quantity === undefined ? [] : [{ row, quantity }];
    });
    if (wanted.length === 0) continue;
    const part = withLinesTaken(order, wanted, newRow);
    if (part === null) return null;
    plan.push({ ...part, order });
  }
  return plan;
}

async function movePart(
  repository: GroupRepository,
  { actor, now }: CommandCall,
  { order, stays, goes, moved }: PlannedPart,
  to: GroupRow,
  { seats, places }: MoveStart,
): Promise<MoveDetail['orders'][number]> {
  const { id, number } = order;
  const lines = withSeatsMoved(goes.lines, seats);
  if (stays.lines.length === 0) {
    await repository.moveOrder({ id, lines }, to);
    noteTable(repository, id, places);
    return { from: id, to: null, moved: [] };
  }
  await repository.orders.saveMoney(id, { ...stays, by: actor.userId, at: now });
  const made = await repository.splitOrder(order, { ...goes, lines }, to);
  const went = moved.map(({ row, from }) => {
    const quantity = lines.find((l) => l.row === row)?.quantity ?? 0;
    return from === null ? { row, into: null, quantity } : { row: from, into: row, quantity };
  });
  await repository.followPrinted(made, went);
  const items = lines.map(({ name, quantity }) => ({ name, quantity }));
  repository.orders.audit({
    action: 'order.itemsAway',
    orderId: id,
    before: { total: order.total },
    after: { total: stays.total, place: places.to, items },
  });
  repository.orders.audit({
    action: 'order.split',
    orderId: made,
    before: { place: places.from, number },
    after: { total: goes.total },
  });
  return { from: id, to: made, moved };
}
