import { fail, refuseTransition } from '#domain/errors.ts';
import { withSeatsMoved } from '#domain/group-moves.ts';
import { withLinesReturned } from '#domain/moved-lines.ts';
import { openRefusal } from '#domain/order-group.ts';
import type { MoveDetail } from '#server/db/schema/orders.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import { type GroupCommand, groupConflict } from '#server/modules/groups/group-command.ts';
import type { GroupRepository, GroupRow } from '#server/modules/groups/group-repository.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';
import { announceMove, type MoveStart, moveStart, noteTable, saveBothGroups } from './both-groups.ts';

/**
 * Undoes the last move of a group, while nobody has changed either table since. Lines go back into the order from which
 * they came if it still stands as they do; else they go back as the order that they are.
 */
export const undoMoveCommand: GroupCommand<{ readonly id: number; readonly move_id: number }> = {
  base: 'none',
  async decide(repository, call, { id, move_id }) {
    const move = await repository.move(move_id);
    const known = move !== null && [move.from_group_id, move.to_group_id].includes(id);
    const locked = known ? await lockOfMove(repository, [move.from_group_id, move.to_group_id]) : null;
    // It was read before the locks: another device may have undone it meanwhile.
    if (!known || !locked || !(await repository.move(move_id))) {
      const row = await repository.lock(id);
      return row ? groupConflict(repository, row) : fail('not_found');
    }
    const [from, to] = locked;
    const isMerge = move.kind === 'merge';
    const refusal = openRefusal(to.status) ?? (isMerge ? null : openRefusal(from.status));
    if (refusal !== null) return refuseTransition(refusal);
    if (from.rev !== move.from_rev || to.rev !== move.to_rev)
      return groupConflict(repository, id === to.id ? to : from);
    if (isMerge && (await repository.isOccupied(from.code_id, from.id)))
      return { ok: false, failure: { code: 'code_busy' } };
    const { discounts, places } = await moveStart(repository, from, to);
    const touched = await returnOrders(repository, call, move.detail, { from, to, places });
    await repository.movePayments(to.id, from.id, move.detail.payments);
    const { before } = move.detail;
    await saveBothGroups(repository, call, {
      from: { row: from, ...(isMerge && { change: { status: 'OPENED' as const, tip: before.from.tip } }) },
      to: { row: to, change: { people: before.to.people, childrens: before.to.childrens, tip: before.to.tip } },
      discounts,
      wanted: before.from.discount,
    });
    await repository.forgetMove(move_id);
    repository.audit({ action: 'group.undoMove', groupId: id, before: move.detail, after: { kind: move.kind } });
    await announceMove(repository, touched, id === to.id ? from : to, id === to.id ? to : from);
    return { ok: true, value: await repository.read(id) };
  },
};

/** Both groups, locked by ascending id; null when one of them was deleted. */
async function lockOfMove(
  repository: GroupRepository,
  [fromId, toId]: readonly [number, number],
): Promise<readonly [GroupRow, GroupRow] | null> {
  const rows = new Map<number, GroupRow | null>();
  for (const id of [fromId, toId].toSorted((a, b) => a - b)) rows.set(id, await repository.lock(id));
  const [from, to] = [rows.get(fromId), rows.get(toId)];
  return from && to ? [from, to] : null;
}

/** Returns the ids of the orders that changed and still exist. */
async function returnOrders(
  repository: GroupRepository,
  call: CommandCall,
  { orders, seats = 0 }: MoveDetail,
  { from, to, places }: { readonly from: GroupRow; readonly to: GroupRow } & Pick<MoveStart, 'places'>,
): Promise<readonly number[]> {
  const gone = new Map((await repository.lockOrders(to.id)).map((o) => [o.id, o]));
  const stayed = new Map((await repository.lockOrders(from.id)).map((o) => [o.id, o]));
  const touched: number[] = [];
  for (const { from: origin, to: made, moved } of orders) {
    const went = gone.get(made ?? origin);
    // It was deleted, or went on to a third table, which raises the revision; so the former.
    if (!went) continue;
    const back = { ...went, lines: withSeatsMoved(went.lines, -seats) };
    const home = made === null ? undefined : stayed.get(origin);
    if (home && (await fitsTogether(repository, home, back))) {
      const whole = withLinesReturned(home, back, moved);
      await repository.orders.saveMoney(home.id, { ...whole, by: call.actor.userId, at: call.now });
      const came = back.lines.map(({ row, quantity }) => {
        const cut = moved.find((m) => m.row === row)?.from ?? null;
        return { row, into: home.lines.some((l) => l.row === cut) ? cut : null, quantity };
      });
      await repository.followPrinted(home.id, came);
      await repository.removeOrder(back.id);
      const items = back.lines.map(({ name, quantity }) => ({ name, quantity }));
      repository.orders.audit({
        action: 'order.itemsBack',
        orderId: home.id,
        before: { total: home.total },
        after: { total: whole.total, place: places.to, items },
      });
      touched.push(home.id);
    } else {
      await repository.moveOrder(back, from);
      noteTable(repository, back.id, { from: places.to, to: places.from });
      touched.push(back.id);
    }
  }
  return touched;
}

/** Whether lines can go back into their order: it is where they are, and nothing was paid for them alone. */
const fitsTogether = async (repository: GroupRepository, home: OrderRow, back: OrderRow): Promise<boolean> =>
  home.status === back.status &&
  home.status !== 'REJECTED' &&
  (await repository.orders.read(back.id)).payments.length === 0;
