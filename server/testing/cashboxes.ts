import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { cashbox, cashFlow, moneyEntry } from '#contract/cashbox.ts';
import { money, zero } from '#domain/money.ts';
import { orderGroups, orders } from '#server/db/schema/orders.ts';
import { cashboxes, cashboxSettings, moneyEntries } from '#server/db/schema/cashbox.ts';
import type { Person } from '#server/seed/people.ts';
import { forgetRegisters } from './forget-registers.ts';
import { type Answer, command, type TestServer } from './test-server.ts';

const closed = z.object({ data: cashbox });

/** Calls about the register of one store. */
export function cashboxCalls(server: () => TestServer, storeId = 1) {
  const path = `/store/${storeId}/cashbox`;
  const post = (what: string, body: object, who: Person, key?: string): Promise<Answer> =>
    server().ask(who, `${path}${what}`, { method: 'POST', body, headers: command(null, key) });
  return {
    read: ({ body }: Answer) => z.parse(cashbox, body),
    readClosed: ({ body }: Answer) => z.parse(closed, body).data,
    readFlow: ({ body }: Answer) => z.parse(cashFlow, body),
    get: (who: Person = 'ana') => server().ask(who, path),
    state: async () => z.parse(cashbox, (await server().ask('ana', path)).body),
    configure: (more: object = {}, who: Person = 'ana') =>
      post('/config', { payouts: true, block: false, blind: false, ...more }, who),
    open: (amount: unknown, who: Person = 'ana', key?: string) => post('', { amount }, who, key),
    flow: (body: object, who: Person = 'ana', key?: string) => post('/flow', body, who, key),
    close: (id: number | null, body: object, who: Person = 'ana') =>
      server().ask(who, `${path}/${id}`, { method: 'PATCH', body }),
    closedOf: async (id: number) => z.parse(closed, (await server().ask('ana', `${path}/${id}`)).body).data,
    entries: async (id: number | null, since = 0) =>
      z.parse(z.array(moneyEntry), (await server().ask('ana', `${path}/${id}/entries?since=${since}`)).body),
    /** The register as it was before its first setup. */
    forget: () => forgetRegisters(server().db),
  };
}

/** Sets the register of a store up, opens it and moves some money; returns its id. */
export async function openedCashbox(server: TestServer, storeId = 1, who: Person = 'ana'): Promise<number> {
  const calls = cashboxCalls(() => server, storeId);
  await calls.configure({}, who);
  const { id } = calls.read(await calls.open(100, who));
  await calls.flow({ type: 'cash_in', amount: 20 }, who);
  if (id === null) throw new Error('no register was opened');
  return id;
}

/** Puts the register of a store into a state, whatever its plan; returns the id of the open one, or 0. */
export async function cashboxIn(
  { db: { direct }, clock }: Pick<TestServer, 'db' | 'clock'>,
  storeId: number,
  state: 'forgotten' | 'closed' | 'open',
): Promise<number> {
  const at = clock.now();
  await direct.delete(cashboxes).where(eq(cashboxes.store_id, storeId));
  await direct.delete(cashboxSettings).where(eq(cashboxSettings.store_id, storeId));
  if (state === 'forgotten') return 0;
  const settings = { store_id: storeId, payouts: true, block: false, configured_at: at, configured_by: 1 };
  await direct.insert(cashboxSettings).values(settings);
  if (state === 'closed') return 0;
  const [open] = await direct
    .insert(cashboxes)
    .values({ store_id: storeId, shift: 1, open_amount: zero, opened_by: 1, opened_at: at })
    .returning();
  return open?.id ?? 0;
}

/** Opens a register in which an order or group of the store has brought 100 in cash. */
export async function paidInCash(
  server: Pick<TestServer, 'db' | 'clock'>,
  subject: { readonly order_id: number } | { readonly order_group_id: number },
): Promise<void> {
  await cashboxIn(server, 1, 'open');
  const { direct } = server.db;
  // Only what is finished can be given back.
  if ('order_id' in subject)
    await direct.update(orders).set({ status: 'COMPLETE' }).where(eq(orders.id, subject.order_id));
  else await direct.update(orderGroups).set({ status: 'COMPLETE' }).where(eq(orderGroups.id, subject.order_group_id));
  const sale = { store_id: 1, shift: 1, kind: 'sale', method: 'cash', amount: money(10_000) } as const;
  const by = { actor_kind: 'system', actor_name: 'test', at: server.clock.now() } as const;
  await direct.insert(moneyEntries).values({ ...sale, ...subject, ...by });
}
