import type { Locator, Page } from '@playwright/test';
import type { GuestSettings } from '#domain/store.ts';
import type { WireGuestRequest } from '#contract/wire/guests.ts';
import type { ApiUser } from '#e2e/api.ts';
import { expect } from '#e2e/fixtures.ts';
import { CatalogScreen } from './ordering.ts';

export const allForGuests: GuestSettings = { guests: true, guest_orders: true, guest_units_max: 20 };

/** Says what guests can do in La Esquina, as its staff does in the settings. */
export async function letGuestsIn(staff: ApiUser, settings: GuestSettings): Promise<void> {
  const answer = await staff.call('PATCH', '/store/1/guests', settings, { 'idempotency-key': crypto.randomUUID() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** What the guests of La Esquina ask for and nobody has answered, the oldest first. */
async function waitingRequests(staff: ApiUser): Promise<readonly WireGuestRequest[]> {
  const { body } = await staff.call<{ requests: WireGuestRequest[] }>('GET', '/store/1/guestRequests');
  return body.requests.filter(({ state }) => state === 'waiting');
}

/** Answers the oldest request that waits, as another device of the staff; `reason`: it is rejected. */
export async function answerOldest(staff: ApiUser, reason: string | null = null): Promise<WireGuestRequest> {
  const [oldest] = await waitingRequests(staff);
  if (!oldest) throw new Error('no guest waits');
  const path = `/store/1/guestRequests/${oldest.id}/${reason === null ? 'accept' : 'reject'}`;
  const body = reason === null ? {} : { reason };
  const answer = await staff.call<WireGuestRequest>('POST', path, body, { 'idempotency-key': crypto.randomUUID() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** A guest at a table: the menu, the order, and «Mi mesa». */
export class GuestScreen extends CatalogScreen {
  /** Waits for the menu of a table. */
  async shown(table: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: 'Carta' })).toBeVisible();
    await expect(this.page.getByText(table, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  }

  async myTable(): Promise<void> {
    await this.button('Mi mesa').click();
    await expect(this.page.getByRole('region', { name: 'Lo que pediste' })).toBeVisible();
  }

  /** The guest's requests of a kind, newest first. */
  request(title: 'Pedido' | 'Llamado al mozo' | 'Pedido de la cuenta'): Locator {
    const rows = this.page.getByRole('region', { name: 'Lo que pediste' }).getByRole('listitem');
    return rows.filter({ has: this.page.getByText(title, { exact: true }) }).first();
  }

  get bill(): Locator {
    return this.page.getByRole('region', { name: 'La cuenta', exact: true });
  }
}

/** Opens the address of a code's QR, as a phone's camera does. */
export const scan = (page: Page, { url }: { readonly url: string }, code: string): Promise<unknown> =>
  page.goto(`${url}c/${code}`);
