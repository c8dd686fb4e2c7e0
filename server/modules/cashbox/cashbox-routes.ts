import type * as z from 'zod/mini';
import type { cashboxContract } from '#contract/cashbox.ts';
import { contract } from '#contract/contract.ts';
import { type WireCashbox, writeCashFlow } from '#contract/wire/cashbox.ts';
import type { CashFlow } from '#domain/cashbox.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { type Currency, type Money, moneyFromDecimal, zero } from '#domain/money.ts';
import type { CashboxNotice } from '#domain/store.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { bindCommand, type Command, type CommandCall } from '#server/http/commands/command.ts';
import type { Outcome } from '#server/http/commands/execute-command.ts';
import { commandHandler, inTransaction } from '#server/http/commands/run-command.ts';
import type { StoreContext } from '#server/http/context.ts';
import { type Extra, refusal } from '#server/http/errors.ts';
import { answer, inStore } from '#server/http/recipe.ts';
import { invalidField } from '#server/http/validation.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { announceCashbox } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { flowTypeTexts } from '#texts/cashbox.ts';
import { addEntries, type Booking } from './book-money.ts';
import { cashboxReads, findKnown, readShown, type ShownRegister, writeShown } from './cashbox-reads.ts';
import {
  closeShift,
  findCashbox,
  findOpen,
  insertCashbox,
  insertSettings,
  lockSettings,
  registerNotice,
  personName,
  readOpenDevices,
  readRegister,
} from './cashbox-store.ts';

/** An amount of the request in minor units; 422 at the field with more decimals than the currency has. */
function amountOf(value: number, currency: Currency): Result<Money> {
  const amount = moneyFromDecimal(value, currency);
  return amount === null ? invalidField('amount') : ok(amount);
}

interface Change {
  readonly storeId: number;
  readonly actor: CommandCall['actor'];
  readonly command: Booking['command'];
  readonly at: Instant;
}

/** Audits a change of the register and tells every device of the store which one is open. Call it last. */
function record(
  tx: Tx,
  { storeId, actor, command, at }: Change,
  {
    action,
    id,
    before,
    after,
    notice,
  }: {
    readonly action: string;
    readonly id: number;
    readonly before: unknown;
    readonly after: unknown;
    readonly notice: CashboxNotice;
  },
): void {
  appendAudit(tx, { storeId, actor, action, entity: 'cashbox', entityId: id, before, after, command, at });
  announceCashbox(pgFeeds(tx, storeId), { at, storeId, notice });
}

type Open = z.infer<(typeof cashboxContract.open)['~orpc']['inputSchema'] & {}>;
type Flow = z.infer<(typeof cashboxContract.flow)['~orpc']['inputSchema'] & {}>;
type Closing = z.infer<(typeof cashboxContract.close)['~orpc']['inputSchema'] & {}>;

/** Opens the register with what is in the drawer. What was sold since the last close belongs to it. */
const openCashbox: Command<Tx, Open, ShownRegister> = {
  base: 'none',
  async decide(tx, { actor, member, headers, now }, { amount: given }): Promise<Outcome<ShownRegister>> {
    const { storeId, currency } = member;
    const amount = amountOf(given, currency);
    if (!amount.ok) return amount;
    const settings = await lockSettings(tx, storeId);
    if (!settings) return fail('cashbox_settings_required');
    if (await findOpen(tx, storeId)) return fail('cashbox_open');
    const { shift } = settings;
    const row = await insertCashbox(tx, {
      store_id: storeId,
      shift,
      open_amount: amount.value,
      opened_by: actor.userId,
      opened_at: now,
    });
    const change = { storeId, actor, command: headers.id, at: now };
    const after = { amount: amount.value, shift };
    const notice = registerNotice(settings, row.id);
    record(tx, change, { action: 'cashbox.open', id: row.id, before: null, after, notice });
    return ok(await readShown(tx, settings, row));
  },
};

/** Records money that a person moved by hand. */
const moveCash: Command<Tx, Flow, CashFlow> = {
  base: 'none',
  async decide(tx, { actor, member, headers, now }, input): Promise<Outcome<CashFlow>> {
    const { storeId, currency } = member;
    const amount = amountOf(input.amount, currency);
    if (!amount.ok) return amount;
    // 0.0000001 passes the schema, which refuses zero, and rounds to no money.
    if (amount.value === zero) return invalidField('amount');
    const settings = await lockSettings(tx, storeId);
    const open = settings && (await findOpen(tx, storeId));
    if (!settings || !open || (input.cashbox_id !== undefined && input.cashbox_id !== open.id))
      return fail('cashbox_closed');
    const { type } = input;
    const description = input.description?.trim() || null;
    const change = { storeId, actor, command: headers.id, at: now };
    const entry = { kind: 'movement', method: 'cash', amount: amount.value } as const;
    const subject = { flow_type: type, description, since: now };
    const [id] = await addEntries(tx, change, subject, [entry]);
    if (id === undefined) throw new Error('the movement was not stored');
    const after = { type, description, amount: amount.value };
    const notice = registerNotice(settings, open.id);
    record(tx, change, { action: 'cashbox.flow', id: open.id, before: null, after, notice });
    const by = await personName(tx, actor.userId);
    return ok({ id, type, description, amount: amount.value, created_at: now, by });
  },
};

const openCommand = bindCommand(contract.cashbox.open, openCashbox, (value, { member }) =>
  writeShown(value, member.currency),
);
const flowCommand = bindCommand(contract.cashbox.flow, moveCash, (flow, { member }) =>
  writeCashFlow(flow, member.currency, flowTypeTexts),
);

export const cashboxRoutes = {
  ...cashboxReads,

  configure: inStore.cashbox.configure.handler(({ input: { payouts, block, blind, drawer }, context }) => {
    const { deps, actor, member } = context;
    const { storeId } = member;
    return deps.db.store(storeId, 'write', async (tx) => {
      if (await lockSettings(tx, storeId)) throw refusal({ code: 'cashbox_configured' });
      const at = deps.clock.now();
      const config = { payouts, block, blind, drawer };
      await insertSettings(tx, { store_id: storeId, ...config, configured_at: at, configured_by: actor.userId });
      const change = { storeId, actor, command: null, at };
      const notice = registerNotice(config, null);
      record(tx, change, { action: 'cashbox.configure', id: storeId, before: null, after: config, notice });
      return config;
    });
  }),

  open: inStore.cashbox.open.handler(commandHandler(openCommand, inTransaction)),
  flow: inStore.cashbox.flow.handler(commandHandler(flowCommand, inTransaction)),

  close: inStore.cashbox.close.handler(({ input, context }) =>
    context.deps.db.store(context.member.storeId, 'write', (tx) => closeCashbox(tx, context, input)),
  ),

  count: inStore.cashbox.count.handler(({ input, context }) =>
    context.deps.db.store(context.member.storeId, 'write', (tx) => countCash(tx, context, input)),
  ),
};

/** Takes what was counted and tells what should be there. The audit keeps each count, so nobody guesses unseen. */
async function countCash(
  tx: Tx,
  { deps, actor, member: { storeId, currency } }: StoreContext,
  { id, amount: given }: { readonly id: number; readonly amount: number },
): Promise<{ data: WireCashbox }> {
  const counted = answer(amountOf(given, currency));
  const { settings, row } = await findKnown(tx, storeId, id);
  if (row.closed_at !== null) throw refusal({ code: 'cashbox_closed' });
  const told = await readShown(tx, settings, row);
  const after = { counted, expected: told.register?.balance.calculated ?? null };
  const what = { action: 'cashbox.count', entity: 'cashbox', entityId: id, before: null, after };
  appendAudit(tx, { storeId, actor, ...what, command: null, at: deps.clock.now() });
  return { data: writeShown(told, currency, { counted: true }) };
}

/** Closes a register. Of two people who close at once one does it; the other one is told who. */
async function closeCashbox(
  tx: Tx,
  { deps, actor, member }: StoreContext,
  { id, amount: given, pieces, difference_reason, observations }: Closing,
): Promise<{ data: WireCashbox }> {
  const { storeId, currency } = member;
  const counted = answer(amountOf(given, currency));
  const settings = await lockSettings(tx, storeId);
  const row = settings && (await findCashbox(tx, storeId, id));
  if (!row) throw refusal({ code: 'not_found' });
  if (row.closed_at !== null) {
    const closed = await readShown(tx, settings, row);
    // The answer to this close was lost, and the device asks again.
    if (row.closed_by === actor.userId && row.counted === counted) return { data: writeShown(closed, currency) };
    const extra: Extra = {
      current: writeShown(closed, currency),
      by: { fullname: closed.register?.closed_by ?? '' },
      at: isoFromInstant(row.closed_at),
    };
    throw refusal({ code: 'cashbox_closed' }, extra);
  }
  const { balance } = await readRegister(tx, row, settings);
  const at = deps.clock.now();
  const closing = {
    closed_at: at,
    closed_by: actor.userId,
    counted,
    expected: balance.calculated,
    pieces: pieces ?? null,
    difference_reason: difference_reason?.trim() || null,
    observations: observations?.trim() || null,
    devices: await readOpenDevices(tx, row, at),
  };
  await closeShift(tx, row, closing);
  const change = { storeId, actor, command: null, at };
  const after = { counted, expected: balance.calculated };
  const notice = registerNotice(settings, null);
  record(tx, change, { action: 'cashbox.close', id, before: null, after, notice });
  return { data: writeShown(await readShown(tx, settings, { ...row, ...closing }), currency) };
}
