import type { WireCashFlow } from '#contract/wire/cashbox.ts';
import type { Cashbox, FlowType } from '#domain/cashbox.ts';
import { flowTypes } from '#domain/cashbox.ts';
import type { Money } from '#domain/money.ts';
import { formatMoney, moneyToDecimal } from '#domain/money.ts';
import type { Instant } from '#domain/time.ts';
import { defineCommand } from '#sync/command.ts';
import { defineEntity } from '#sync/entity.ts';
import { flowTypeTexts } from '#texts/cashbox.ts';
import type { CommandCalls } from '#commands/api.ts';
import { callOptions } from '#commands/api.ts';
import { outcomeOf } from '#commands/outcome.ts';
import type { StoreArgs } from '#commands/schema.ts';
import { hourMs, isStoreArgs } from '#commands/schema.ts';

/** Registers, by id. The engine stores none of them, only the unsent movements. */
const cashboxEntity = defineEntity<Cashbox>('cashbox');

export interface FlowArgs extends StoreArgs {
  readonly cashboxId: number;
  readonly type: FlowType;
  readonly description: string | null;
  /** Positive is money in, in minor units. */
  readonly amount: Money;
  /** Who moved it, and the device's wall clock then; shown until the server answers. */
  readonly by: string;
  readonly at: Instant;
}

const isFlowArgs = (body: unknown): body is FlowArgs =>
  isStoreArgs(body) &&
  Number.isInteger(body['cashboxId']) &&
  flowTypes.some((type) => type === body['type']) &&
  (body['description'] === null || typeof body['description'] === 'string') &&
  Number.isInteger(body['amount']) &&
  typeof body['by'] === 'string' &&
  Number.isFinite(body['at']);

let onFlowSent: (args: FlowArgs, sent: WireCashFlow) => void = () => {};

/** Calls with the stored movement before its command leaves the outbox, so that the list always shows it. */
export const listenToFlows = (listener: typeof onFlowSent): void => {
  onFlowSent = listener;
};

/** POST /store/{id}/cashbox/flow: money moved by hand. Refused with cashbox_closed when that register is closed. */
export const cashboxFlow = defineCommand<FlowArgs, Cashbox, CommandCalls>({
  name: 'cashbox.flow/1',
  entity: cashboxEntity,
  is: isFlowArgs,
  ttlMs: 72 * hourMs,
  lane: (id) => `cashbox:${id}`,
  canBeParent: false,
  apply: (register) => register,
  // Another register is open by then: the person decides where the money belongs.
  canApplyAgain: () => false,
  call: (args, context, { cashbox }) =>
    outcomeOf(async () => {
      const { storeId: store_id, cashboxId: cashbox_id, type, description, amount, currency } = args;
      const body = { store_id, cashbox_id, type, description, amount: moneyToDecimal(amount, currency) };
      onFlowSent(args, await cashbox.flow(body, callOptions(context)));
      return [];
    }),
  texts: ({ type, amount, currency }) => ({
    title: () => `Caja · ${flowTypeTexts[type]} · ${formatMoney(amount, currency)}`,
    notApplied: 'Tu movimiento de caja no se registró.',
    creates: false,
  }),
});
