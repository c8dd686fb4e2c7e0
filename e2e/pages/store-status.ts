import type { Locator, Page } from '@playwright/test';
import { everyDay, inDatabase, wholeDay } from '#e2e/shop-database.ts';
import type { Shop } from '#e2e/shop.ts';

/** The store's status editor, wherever it is open. */
export const editorOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Estado de la tienda' });

/** The question about the automatic closing. */
export const questionOn = (page: Page): Locator => page.getByRole('region', { name: 'Cierre de la tienda' });

export async function openEditor(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: /^Estado de la tienda: / })
    .filter({ visible: true })
    .first()
    .click();
  return editorOf(page);
}

const two = (n: number): string => String(n).padStart(2, '0');
/** 'HH:mm' in Buenos Aires, `minutes` from now. The zone is UTC-3 all year. */
function wallIn(minutes: number): string {
  const at = new Date(Date.now() + (minutes - 180) * 60_000);
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
}

/** Sets La Esquina's hours, every day from an hour ago until `until` minutes from now; or 'always' or 'never'. */
export async function setHours(
  shop: Pick<Shop, 'databaseUrl'>,
  until: number | 'always' | 'never',
  more = '',
): Promise<void> {
  const hours =
    until === 'never' ? '[]' : everyDay(until === 'always' ? wholeDay : { from: wallIn(-60), to: wallIn(until) });
  await inDatabase(shop, `update stores set hours = '${hours}'::jsonb${more} where id = 1`);
}

/** Restores the status: open, no closing announced, every service on. No device gets an event. */
export const resetStatus = (shop: Pick<Shop, 'databaseUrl'>): Promise<void> =>
  setHours(
    shop,
    'always',
    ', open = true, immediate_open = true, immediate_local = true, immediate_takeaway = true, immediate_delivery = true, preorder = true, delay_minutes = 20, autoclose = null, autoclose_asked = false, autoclose_accepted = false, local_paused_until = null, takeaway_paused_until = null, delivery_paused_until = null',
  );

/** Opening hours of an hour every day that begin in so many minutes, rounded down to the minute. */
export async function opensIn(shop: Pick<Shop, 'databaseUrl'>, minutes: number): Promise<number> {
  const opensAt = Math.floor(Date.now() / 60_000 + minutes) * 60_000;
  const hours = everyDay({ from: wallIn(minutes), to: wallIn(minutes + 60) });
  await inDatabase(shop, `update stores set open = false, hours = '${hours}'::jsonb where id = 1`);
  return opensAt;
}

/** Makes the server ask about closing in `minutes` minutes. */
export const askInDatabase = (shop: Pick<Shop, 'databaseUrl'>, minutes: number): Promise<void> =>
  inDatabase(
    shop,
    `update stores set open = true, autoclose = now() + interval '${minutes} minutes', autoclose_asked = true, autoclose_accepted = false where id = 1`,
  );

/** The request body of a saved status. */
export const wholeStatus = (open: boolean, delivery = true, delay = 20) => ({
  open,
  type: { inmediate: { open: true, services: { LOCAL: true, TAKEAWAY: true, DELIVERY: delivery } }, preorder: true },
  delay,
});
