import { withSeatsMoved } from '#domain/group-moves.ts';
import { groupPeopleMax } from '#domain/limits.ts';
import { add, zero } from '#domain/money.ts';
import { type GroupCommand, groupConflict } from '#server/modules/groups/group-command.ts';
import { announceMove, lockBothGroups, moveStart, noteTable, saveBothGroups } from './both-groups.ts';

interface MergeInput {
  readonly id: number;
  readonly from: number;
  readonly from_rev: number;
}

/**
 * The orders and payments of another open table come to this one, with its people, who sit behind those of this one, its
 * discount and its tip. That table is free then: its group ends COMPLETE, without orders.
 */
export const mergeGroupsCommand: GroupCommand<MergeInput> = {
  base: 'required',
  async decide(repository, call, { id, from: fromId, from_rev }) {
    const locked = await lockBothGroups(repository, call, { id, other: fromId, field: 'from' });
    if (!locked.ok) return locked;
    const { own: to, other: from } = locked.value;
    if (from.rev !== from_rev) return groupConflict(repository, to);
    const { before, discounts, seats, places } = await moveStart(repository, from, to);
    const orders = await repository.lockOrders(fromId);
    for (const { id: orderId, lines } of orders) {
      await repository.moveOrder({ id: orderId, lines: withSeatsMoved(lines, seats) }, to);
      noteTable(repository, orderId, places);
    }
    const payments = await repository.movePayments(fromId, id, null);
    const people = Math.min(to.people + from.people, groupPeopleMax);
    const all = { people, childrens: to.childrens || from.childrens, tip: add(to.tip, from.tip) };
    await saveBothGroups(repository, call, {
      from: { row: from, change: { status: 'COMPLETE', tip: zero } },
      to: { row: to, change: all },
      discounts,
      wanted: zero,
    });
    const detail = { orders: orders.map((o) => ({ from: o.id, to: null, moved: [] })), payments, seats, before };
    const revs = { from_rev: from.rev + 1, to_rev: to.rev + 1 };
    const about = { kind: 'merge', from_group_id: fromId, to_group_id: id, ...revs, detail } as const;
    await repository.noteMove({ ...about, created_by: call.actor.userId, created_at: call.now });
    repository.audit({
      action: 'group.merge',
      groupId: id,
      before: null,
      after: { from: fromId, orders: orders.map((o) => o.id), payments },
    });
    await announceMove(
      repository,
      orders.map((o) => o.id),
      from,
      to,
    );
    return { ok: true, value: await repository.read(id) };
  },
};
