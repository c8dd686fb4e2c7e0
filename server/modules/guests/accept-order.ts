import type { OrderSubmission } from '#contract/order-submission.ts';
import { writeSubmittedTotals } from '#contract/wire/submission.ts';
import type { Tx } from '#server/db/database.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import type { StoreContext } from '#server/http/context.ts';
import { refusal } from '#server/http/errors.ts';
import { answer } from '#server/http/recipe.ts';
import { openGroupCommand } from '#server/modules/groups/commands/open.ts';
import { pgGroupRepository } from '#server/modules/groups/pg-group-repository.ts';
import { createOrder } from '#server/modules/orders/commands/create.ts';
import { holdGroup } from '#server/modules/orders/hold-group.ts';
import { pgOrderRepository } from '#server/modules/orders/pg-order-repository.ts';
import { readSaleStart } from '#server/modules/orders/sale-start.ts';
import { type KeptFacts, storeFacts } from '#server/modules/orders/store-facts.ts';
import { readCode } from '#server/modules/stores/codes-store.ts';
import { answeredRefusal } from './answered-refusal.ts';
import type { PlacedRequest } from './guests-store.ts';
import { pricedLines } from './priced-lines.ts';

/**
 * Makes the order of a locked request that waits, as if the caller had taken it at the table: at the prices of now, in
 * the table's group, which is opened when there is none. Throws the refusals of a new order.
 */
export async function acceptOrder(
  tx: Tx,
  { deps, actor, member }: Pick<StoreContext, 'deps' | 'actor' | 'member'>,
  request: PlacedRequest,
  { kept, service }: { readonly kept: KeptFacts; readonly service: string | null },
): Promise<{ readonly order_id: number; readonly order_number: number; readonly order_group_id: number }> {
  const { storeId, currency } = member;
  const now = deps.clock.now();
  const uid = deps.ids.uuid();
  const code = await readCode(tx, storeId, request.code.id);
  if (!code) throw answeredRefusal('expired');
  const priced = answer(await pricedLines(storeFacts(kept, tx, member), code, request.lines, now));
  // No queued command, which is what the id of these headers would name.
  const headers = { base: null, deviceId: null, seq: null, settleOnly: false, takenOffline: false } as const;
  const call: CommandCall = { actor, member, headers: { ...headers, id: uid }, now };
  const stored = { ...call, headers: { ...headers, id: null } };
  const groups = pgGroupRepository(kept, service)(tx, stored);
  const opened = (await holdGroup(tx, storeId, code.id)) === null;
  if (opened) {
    // Told below: what is told first locks the staff's feed, and a new order the admins' before it.
    const untold = { ...groups, announce: () => Promise.resolve() };
    const data = { people: 1, childrens: false };
    const open = { uid: deps.ids.uuid(), code_id: code.id, seller_id: actor.userId, data };
    const made = await openGroupCommand.decide(untold, call, open);
    // Somebody else opens it at this moment: the order goes there.
    if (!made.ok && made.failure.code !== 'code_busy') throw refusal(made.failure);
  }
  const submission: OrderSubmission = {
    uid,
    type: 'LOCAL',
    when: { option: 'immediate' },
    payments: [],
    ...writeSubmittedTotals(priced, currency),
    seller_id: actor.userId,
    description: null,
    phone: null,
    comments: request.note,
    code: code.id,
  };
  const start = readSaleStart(tx, storeId, { ...submission, sellerId: actor.userId });
  const orders = pgOrderRepository(kept, { service, tellsPlaces: false })(tx, stored, start);
  const taken = await createOrder.decide(orders, call, { ...submission, store_id: storeId });
  if (!taken.ok) throw refusal(taken.failure);
  const { id: order_id, order_group_id } = taken.value;
  const order_number = await orders.placedNumber();
  if (order_number === null || order_group_id === null) throw new Error('an order without a number or a group');
  await groups.announce(order_group_id, opened ? 'order-group-created' : 'order-group-updated', [code.id]);
  return { order_id, order_number, order_group_id };
}
