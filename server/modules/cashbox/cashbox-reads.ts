import { type WireCashbox, writeCashbox, writeMoneyEntry, writeSalesReport } from '#contract/wire/cashbox.ts';
import { beforeCount, type Cashbox, type CashboxState } from '#domain/cashbox.ts';
import type { Currency } from '#domain/money.ts';
import type { Tx } from '#server/db/database.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { askOutboxes } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { flowTypeTexts } from '#texts/cashbox.ts';
import { paymentMethodLabels } from '#texts/order.ts';
import {
  type CashboxRow,
  findCashbox,
  findOpen,
  noteAsked,
  readEntries,
  readOpenDevices,
  readRegister,
  readSettings,
  readState,
  type SettingsRow,
} from './cashbox-store.ts';
import { writeReportPdf } from './report-pdf.ts';
import { readReport, readStoreName } from './sales-store.ts';

/** A register with the state of its store. */
export interface ShownRegister {
  readonly state: Omit<CashboxState, 'open'>;
  readonly register: Cashbox | null;
}

export async function readShown(tx: Tx, settings: SettingsRow, row: CashboxRow | null): Promise<ShownRegister> {
  const register = row && (await readRegister(tx, row, settings));
  return { state: await readState(tx, settings), register };
}

/** `counted`: whoever asks has counted, so nothing is kept back. */
export function writeShown(
  { state, register }: ShownRegister,
  currency: Currency,
  { counted }: { readonly counted: boolean } = { counted: false },
): WireCashbox {
  const told =
    register && isKeptBack(state.config, register) && !counted
      ? { ...register, balance: beforeCount(register.balance) }
      : register;
  return writeCashbox(state, told, currency, { methods: paymentMethodLabels, flows: flowTypeTexts });
}

/** Whether the sums of a register wait for the count: the store wants blind closes, and it is open. */
const isKeptBack = ({ blind }: { readonly blind: boolean }, { closed_at }: Pick<Cashbox, 'closed_at'>): boolean =>
  blind && closed_at === null;

export async function findKnown(
  tx: Tx,
  storeId: number,
  id: number,
): Promise<{ settings: SettingsRow; row: CashboxRow }> {
  const settings = await readSettings(tx, storeId);
  const row = settings && (await findCashbox(tx, storeId, id));
  if (!row) throw refusal({ code: 'not_found' });
  return { settings, row };
}

/** A register whose rows and reports may be read: 409 while it keeps its sums back. */
async function findTold(tx: Tx, storeId: number, id: number): Promise<CashboxRow> {
  const { settings, row } = await findKnown(tx, storeId, id);
  if (isKeptBack(settings, row)) throw refusal({ code: 'cashbox_blind' });
  return row;
}

export const cashboxReads = {
  get: inStore.cashbox.get.handler(({ context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const settings = await readSettings(tx, member.storeId);
      if (!settings) throw refusal({ code: 'cashbox_settings_required' }, {}, { 'cache-control': 'no-store' });
      return writeShown(await readShown(tx, settings, await findOpen(tx, member.storeId)), member.currency);
    }),
  ),

  read: inStore.cashbox.read.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const { settings, row } = await findKnown(tx, member.storeId, input.id);
      return { data: writeShown(await readShown(tx, settings, row), member.currency) };
    }),
  ),

  devices: inStore.cashbox.devices.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const { row } = await findKnown(tx, member.storeId, input.id);
      return row.closed_at === null ? readOpenDevices(tx, row, deps.clock.now()) : row.devices;
    }),
  ),

  askDevices: inStore.cashbox.askDevices.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'write', async (tx) => {
      const { row } = await findKnown(tx, member.storeId, input.id);
      if (row.closed_at !== null) throw refusal({ code: 'cashbox_closed' });
      const at = deps.clock.now();
      await noteAsked(tx, row, at);
      const balance = await readOpenDevices(tx, { ...row, asked_at: at }, at);
      askOutboxes(pgFeeds(tx, member.storeId), member.storeId, at);
      return balance;
    }),
  ),

  entries: inStore.cashbox.entries.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const returns = input.returns === '1';
      const row = returns
        ? (await findKnown(tx, member.storeId, input.id)).row
        : await findTold(tx, member.storeId, input.id);
      const entries = await readEntries(tx, row, { since: input.since ?? 0, returns });
      return entries.map((entry) => writeMoneyEntry(entry, member.currency));
    }),
  ),

  report: inStore.cashbox.report.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const row = await findTold(tx, member.storeId, input.id);
      return writeSalesReport(await readReport(tx, row, member.timezone, deps.clock.now()), member.currency);
    }),
  ),

  reportPdf: inStore.cashbox.reportPdf.handler(async ({ input, context: { deps, member } }) => {
    const { storeId, timezone, currency } = member;
    // Written after the transaction: the work takes longer than its statements.
    const { report, storeName } = await deps.db.store(storeId, 'snapshot', async (tx) => {
      const row = await findTold(tx, storeId, input.id);
      return {
        report: await readReport(tx, row, timezone, deps.clock.now()),
        storeName: await readStoreName(tx, storeId),
      };
    });
    const pdf = await writeReportPdf(report, { storeName, timezone, currency });
    return { pdf: pdf.toString('base64') };
  }),
};
