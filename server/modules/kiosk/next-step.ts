import { writeOrder, type WireOrder } from '#contract/wire/orders.ts';
import { isNextStep } from '#domain/kiosk.ts';
import type { OrderStatus } from '#domain/order.ts';
import { can } from '#domain/permissions.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import { statusHolds } from '#server/modules/orders/decisions/order-base.ts';
import type { OrderBook, OrderCall } from '#server/modules/orders/order-book.ts';
import { kitchenOrder } from './kitchen-view.ts';
import { kioskTexts } from './texts.ts';

interface Change {
  readonly id: number;
  readonly status?: OrderStatus | undefined;
}

type Decide<I> = (book: OrderBook, call: OrderCall, input: I) => Promise<Outcome<WireOrder>>;

/**
 * A change of an order for those who may make any, and for a kitchen screen the next step alone: 403 for every other
 * status and for anything beside the status. What it reads of the order is what a kitchen may know.
 */
export const nextStepForKitchens =
  <I extends Change>(decide: Decide<I>): Decide<I> =>
  async (book, call, input) => {
    if (can('order.changeStatus', call.member)) return decide(book, call, input);
    if (!(await isKitchens(book, call, input)))
      return { ok: false, failure: { code: 'forbidden', params: { sentence: kioskTexts.nextStepOnly } } };
    return asSeen(book, call, await decide(book, call, input), input.id);
  };

/** Whether the rule itself may go on: it says 404 and 409 better than 403 would. */
async function isKitchens(book: OrderBook, { headers }: OrderCall, input: Change): Promise<boolean> {
  const named = Object.entries(input).filter(([, value]) => value !== undefined);
  const { id, status } = input;
  if (status === undefined || named.some(([field]) => !['id', 'store_id', 'status'].includes(field))) return false;
  const row = await book.lock(id);
  if (!row) return true;
  const stale = headers.base !== null && !(await statusHolds(book, row, headers.base));
  return stale || isNextStep(row.status, status);
}

async function asSeen(
  book: OrderBook,
  { member }: OrderCall,
  outcome: Outcome<WireOrder>,
  id: number,
): Promise<Outcome<WireOrder>> {
  if (outcome.ok) return { ok: true, value: kitchenOrder(outcome.value) };
  if (outcome.extra?.['current'] === undefined) return outcome;
  const current = kitchenOrder(writeOrder(await book.read(id), member.currency));
  return { ...outcome, extra: { ...outcome.extra, current } };
}
