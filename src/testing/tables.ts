import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import { freeAllTables } from '#e2e/shop-database.ts';
import type { WireGroup } from '#contract/wire/groups.ts';
import type { Locator } from './locator.ts';
import type { Page } from './page.ts';
import { apiUserOf, screenServer } from './screen-server.ts';

/** Frees every table before each test: the orders of one would count at its place in the next one. */
export function useFreeTables(): void {
  beforeEach(() => freeAllTables(screenServer()));
}

/** The code with this description. */
export async function placeCode(place: string): Promise<{ readonly id: number; readonly code: string }> {
  const { body } = await (await apiUserOf('ana')).profile();
  const code = body.codes.find((c) => c.description === place);
  if (!code) throw new Error(`La Esquina has no code ${place}`);
  return code;
}

/** Opens a table as another device would. */
export async function openedTable(
  place: string,
  {
    who = 'ana',
    seller_id = null,
    people = 2,
    childrens = false,
  }: {
    readonly who?: 'ana' | 'carla' | 'diego';
    readonly seller_id?: number | null;
    readonly people?: number;
    readonly childrens?: boolean;
  } = {},
): Promise<WireGroup> {
  const user = await apiUserOf(who);
  const opening = { uid: randomUUID(), code_id: (await placeCode(place)).id, seller_id, data: { people, childrens } };
  const key = { 'idempotency-key': randomUUID() };
  return (await user.call<WireGroup>('POST', '/store/1/orderGroups', opening, key)).body;
}

export const groupById = async (id: number): Promise<WireGroup> =>
  (await (await apiUserOf('ana')).call<WireGroup>('GET', `/store/1/orderGroups/${id}`)).body;

/** The card of a code in the list of codes. */
export const codeCard = (page: Page, place: string): Locator =>
  page.getByRole('listitem').filter({ hasText: new RegExp(`^${place}`) });

export const tapCode = (page: Page, place: string): Promise<void> =>
  codeCard(page, place)
    .getByRole('button', { name: new RegExp(`^${place}`) })
    .click();
