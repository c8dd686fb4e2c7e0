import type * as z from 'zod/mini';
import type { panelCashbox } from '#contract/panel.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { findOpen, lockSettings, registerNotice, updateSettings } from '#server/modules/cashbox/cashbox-store.ts';
import { announceCashbox } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { type PanelCall, recordPanelChange } from './panel-call.ts';

/**
 * Changes the settings of a store's register after its first setup (X-24, X-25). Who gets the riders' cash stays as it
 * is while a register is open: its rows would follow two rules. 404 before the setup.
 */
export async function putCashbox(call: PanelCall, after: z.output<typeof panelCashbox>): Promise<Result<null>> {
  const { tx, storeId, at } = call;
  const settings = await lockSettings(tx, storeId);
  if (!settings) return fail('not_found');
  const { payouts, block, blind, drawer, time_limit } = settings;
  const before = { payouts, block, blind, drawer, time_limit };
  const open = await findOpen(tx, storeId);
  if (open && after.payouts !== payouts)
    return fail('cashbox_open', { params: { sentence: 'Las rendiciones se cambian con la caja cerrada.' } });
  if (!recordPanelChange(call, { entity: 'cashbox', id: storeId, before, after })) return ok(null);
  await updateSettings(tx, storeId, after);
  announceCashbox(pgFeeds(tx, storeId), { at, storeId, notice: registerNotice(after, open?.id ?? null) });
  return ok(null);
}
