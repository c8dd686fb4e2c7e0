import type { StoreAbility } from '#domain/permissions.ts';
import type { BaseRule } from '#server/commands/command-headers.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import { nextStepForKitchens } from '#server/modules/kiosk/next-step.ts';
import { changeMany } from './decisions/change-many.ts';
import { createOrder } from './decisions/create-order.ts';
import { delayOrder } from './decisions/delay-order.ts';
import { rejectOrder } from './decisions/reject-order.ts';
import { removeItem } from './money/remove-item.ts';
import { saveOrder } from './money/save-order.ts';
import type { OrderBook, OrderCall } from './order-book.ts';

/** One command about orders, whatever carries it: its right, its answer, what it compares, and its rules. */
export interface OrderCommand<I, T> {
  readonly ability: StoreAbility;
  readonly successStatus: 200 | 201;
  readonly base: BaseRule;
  decide(book: OrderBook, call: OrderCall, input: I): Promise<Outcome<T>>;
}

const define = <I, T>(command: OrderCommand<I, T>): OrderCommand<I, T> => command;

const change = { ability: 'order.changeStatus', successStatus: 200 } as const;

export const orderCommands = {
  create: define({ ability: 'order.create', successStatus: 201, base: 'none', decide: createOrder }),
  changeStatus: define({
    ...change,
    ability: 'order.nextStep',
    base: 'required',
    decide: nextStepForKitchens(saveOrder),
  }),
  reject: define({ ...change, base: 'optional', decide: rejectOrder }),
  delay: define({ ...change, base: 'none', decide: delayOrder }),
  removeItem: define({ ...change, base: 'none', decide: removeItem }),
  changeMany: define({ ...change, base: 'none', decide: changeMany }),
};
