import { fail, refuseTransition } from '#domain/errors.ts';
import { discountsOf, highestSeat, sharedDiscounts } from '#domain/group-moves.ts';
import type { Money } from '#domain/money.ts';
import { openRefusal, type OrderGroupDetail } from '#domain/order-group.ts';
import type { MoveDetail } from '#server/db/schema/orders.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import { invalidField } from '#server/http/validation.ts';
import { type GroupOutcome, lockUnchangedGroup } from '#server/modules/groups/group-command.ts';
import type { GroupChange, GroupRepository, GroupRow } from '#server/modules/groups/group-repository.ts';

export interface BothGroups {
  readonly own: GroupRow;
  readonly other: GroupRow;
}

/**
 * Locks two groups by ascending id, so that two moves between the same tables cannot wait for each other. The first one
 * has to be as the person saw it; both have to be open. `field` names the other one in the call.
 */
export async function lockBothGroups(
  repository: GroupRepository,
  call: CommandCall,
  { id, other: otherId, field }: { readonly id: number; readonly other: number; readonly field: string },
): Promise<GroupOutcome<BothGroups>> {
  if (id === otherId) return invalidField(field);
  if (otherId < id) await repository.lock(otherId);
  const own = await lockUnchangedGroup(repository, call, id);
  if (!own.ok) return own;
  const other = await repository.lock(otherId);
  if (!other) return fail('not_found');
  const refusal = openRefusal(own.value.status) ?? openRefusal(other.status);
  if (refusal !== null) return refuseTransition(refusal);
  return { ok: true, value: { own: own.value, other } };
}

/** Both groups before a move. */
export interface MoveStart {
  /** What a later undo restores. */
  readonly before: MoveDetail['before'];
  /** What their discounts take off together. */
  readonly discounts: Money;
  /** How far up the seats of lines go that come to the second one: behind those of its people. */
  readonly seats: number;
  /** The names of both tables. */
  readonly places: Readonly<Record<'from' | 'to', string>>;
}

export async function moveStart(repository: GroupRepository, from: GroupRow, to: GroupRow): Promise<MoveStart> {
  const kept = ({ discount, tip, people, childrens }: GroupRow) => ({ discount, tip, people, childrens });
  const [first, second] = [await repository.read(from.id), await repository.read(to.id)];
  return {
    before: { from: kept(from), to: kept(to) },
    discounts: discountsOf(first, second),
    seats: highestSeat(second),
    places: { from: first.code.description, to: second.code.description },
  };
}

/** Tells in the history of an order that it is at another table now. */
export const noteTable = (repository: GroupRepository, orderId: number, { from, to }: MoveStart['places']): void =>
  repository.orders.audit({ action: 'order.changeTable', orderId, before: { place: from }, after: { place: to } });

type Change = Omit<GroupChange, 'by' | 'at' | 'discount' | 'payments'>;

/** Saves both groups after orders went from one to the other. Together they give off what they gave off before. */
export async function saveBothGroups(
  repository: GroupRepository,
  { actor, now }: CommandCall,
  {
    from,
    to,
    discounts,
    wanted,
  }: {
    readonly from: { readonly row: GroupRow; readonly change?: Change };
    readonly to: { readonly row: GroupRow; readonly change?: Change };
    readonly discounts: Money;
    /** What the first one should give off. */
    readonly wanted: Money;
  },
): Promise<void> {
  const first: OrderGroupDetail = await repository.read(from.row.id);
  const second: OrderGroupDetail = await repository.read(to.row.id);
  const [own, other] = sharedDiscounts(discounts, wanted, first.subtotal, second.subtotal);
  const by = { by: actor.userId, at: now };
  await repository.save(from.row.id, { ...from.change, discount: own, ...by });
  await repository.save(to.row.id, { ...to.change, discount: other, ...by });
}

/** Tells orders and both groups. Call it last, after all locks. */
export async function announceMove(
  repository: GroupRepository,
  orderIds: readonly number[],
  first: Pick<GroupRow, 'id' | 'code_id'>,
  last: Pick<GroupRow, 'id' | 'code_id'>,
): Promise<void> {
  for (const id of [...orderIds].toSorted((a, b) => a - b))
    await repository.orders.announce({
      name: 'order-updated',
      order: await repository.orders.read(id),
      waitingChanged: false,
      groupChanged: false,
    });
  await repository.announce(first.id, 'order-group-updated', [first.code_id]);
  await repository.announce(last.id, 'order-group-updated', [last.code_id]);
}
