import type * as z from 'zod/mini';
import type { guestState } from '#contract/guest.ts';
import { writeMoney } from '#contract/wire/amounts.ts';
import { writeCatalog, writeDiscountRule, writeStatus } from '#contract/wire/stores.ts';
import { billLines } from '#domain/bill.ts';
import { isInCatalog } from '#domain/catalog.ts';
import { fail } from '#domain/errors.ts';
import { type AskRefusal, askRefusal, guestsCanOrder, letsGuestsIn, noGuests } from '#domain/guest.ts';
import { guestVisitMs } from '#domain/limits.ts';
import { catalogTypeOf } from '#domain/store.ts';
import { after, isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { findCustomer, type StoreMember, tokenHash } from '#server/http/access-store.ts';
import type { RequestContext } from '#server/http/context.ts';
import { refusal } from '#server/http/errors.ts';
import { answer, atTable, publicProcedures } from '#server/http/recipe.ts';
import { loadCatalog, readDiscounts } from '#server/modules/catalog/catalog-store.ts';
import { loadGroup } from '#server/modules/groups/groups-store.ts';
import { type KeptFacts, storeFacts } from '#server/modules/orders/store-facts.ts';
import { readCode } from '#server/modules/stores/codes-store.ts';
import { publicStatus, readStoreRow, storeOf } from '#server/modules/stores/stores-store.ts';
import { askRefusals } from '#texts/guests.ts';
import { answeredRefusal } from './answered-refusal.ts';
import {
  activeGroupId,
  announceRequest,
  endRequest,
  findPlaces,
  findTable,
  insertRequest,
  insertVisit,
  lockRequest,
  lockTable,
  requestOfKey,
  requestsOfVisit,
  waitingAt,
  writeGuestRequest,
} from './guests-store.ts';
import { pricedLines } from './priced-lines.ts';

/** The store as its public knows it; 404 when it does not exist. */
async function publicStore({ db }: RequestContext['deps'], storeId: number): Promise<StoreMember> {
  const store = await findCustomer(db, storeId);
  if (!store) throw refusal({ code: 'not_found' });
  return store;
}

/** A table of a store that lets guests in, with the store; 404 without one. */
async function openTable(tx: Tx, member: StoreMember, named: string) {
  const [row, code] = await Promise.all([readStoreRow(tx, member.storeId), findTable(tx, member.storeId, named)]);
  const store = storeOf(row, member.pivot);
  if (!code || !letsGuestsIn(store)) throw refusal({ code: 'not_found' });
  return { code, store };
}

/** The bill of the table's open group, without the names of people; null while none is open. */
async function billOf(
  tx: Tx,
  { storeId, currency }: StoreMember,
  codeId: number,
): Promise<z.infer<typeof guestState>['bill']> {
  const id = await activeGroupId(tx, storeId, codeId);
  const group = id === null ? null : await loadGroup(tx, storeId, id, 0);
  return (
    group && {
      status: group.status,
      lines: billLines(group.items).map(({ name, quantity, price }) => ({
        name,
        quantity,
        price: writeMoney(price, currency),
      })),
      subtotal: writeMoney(group.subtotal, currency),
      discount: writeMoney(group.discount, currency),
      tip: writeMoney(group.tip, currency),
      total: writeMoney(group.total, currency),
    }
  );
}

const refusedAs = (reason: AskRefusal, unitsMax: number) =>
  fail('service_unavailable', {
    params: { sentence: askRefusals[reason](unitsMax) },
    ...((reason === 'units' || reason === 'empty') && { fields: { lines: [{ rule: 'invalid' }] } }),
  });

/** The calls of a guest at a table. `kept`: the facts that this process keeps of the stores. */
export const guestRoutes = (kept: KeptFacts) => ({
  places: publicProcedures.guests.places.handler(async ({ input, context: { deps } }) => ({
    places: await findPlaces(deps.db, input.code),
  })),

  table: publicProcedures.guests.table.handler(async ({ input, context: { deps } }) => {
    const member = await publicStore(deps, input.store_id);
    return deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const { code, store } = await openTable(tx, member, input.code);
      const [catalog, discounts] = await Promise.all([
        loadCatalog(tx, member.storeId),
        readDiscounts(tx, member.storeId),
      ]);
      const type = catalogTypeOf('LOCAL', code);
      const { id, name, logo_url, cover, currency, timezone, address } = store;
      return {
        store: { id, name, logo_url, cover, currency, timezone, address },
        code: { code: code.code, description: code.description, type: code.type },
        status: writeStatus(publicStatus(store.status)),
        can_order: guestsCanOrder(store),
        units_max: (store.guests ?? noGuests).guest_units_max,
        catalog: writeCatalog({ ...catalog, items: catalog.items.filter((i) => isInCatalog(i, type)) }, currency),
        discounts: discounts.map(writeDiscountRule),
      };
    });
  }),

  begin: publicProcedures.guests.begin.handler(async ({ input, context: { deps } }) => {
    const member = await publicStore(deps, input.store_id);
    const token = deps.ids.secret();
    const created_at = deps.clock.now();
    const expires_at = after(created_at, guestVisitMs);
    await deps.db.store(member.storeId, 'write', async (tx) => {
      const { code } = await openTable(tx, member, input.code);
      const visit = { store_id: member.storeId, code_id: code.id, code: code.code, created_at, expires_at };
      await insertVisit(tx, { ...visit, token_hash: tokenHash(token) });
    });
    return { token, expires_at: isoFromInstant(expires_at) };
  }),

  state: atTable.guests.state.handler(async ({ context: { deps, visit } }) => {
    const member = await publicStore(deps, visit.storeId);
    return deps.db.store(visit.storeId, 'snapshot', async (tx) => {
      const requests = await requestsOfVisit(tx, visit.storeId, visit.id, deps.clock.now());
      return {
        requests: requests.map((request) => writeGuestRequest(request, member.currency)),
        bill: await billOf(tx, member, visit.codeId),
      };
    });
  }),

  ask: atTable.guests.ask.handler(async ({ input, context: { deps, visit } }) => {
    const { storeId, codeId } = visit;
    const now = deps.clock.now();
    const known = { visitId: visit.id, key: input.key, now };
    return deps.db.store(storeId, 'write', async (tx) => {
      await lockTable(tx, storeId, codeId);
      const member = await findCustomer(tx, storeId);
      if (!member) throw refusal({ code: 'not_found' });
      const before = await requestOfKey(tx, storeId, known);
      if (before) return writeGuestRequest(before, member.currency);
      const facts = storeFacts(kept, tx, member);
      const [store, code, waiting, asked_group_id] = await Promise.all([
        facts.store(),
        readCode(tx, storeId, codeId),
        waitingAt(tx, storeId, codeId, now),
        activeGroupId(tx, storeId, codeId),
      ]);
      if (!code) throw refusal({ code: 'unauthenticated' });
      const refused = askRefusal(
        store,
        input,
        waiting.map(({ kind }) => kind),
      );
      if (refused !== null) throw refusal(refusedAs(refused, (store.guests ?? noGuests).guest_units_max).failure);
      const lines = input.kind === 'order' ? input.lines : [];
      const priced = answer(await pricedLines(facts, code, lines, now));
      await insertRequest(tx, {
        store_id: storeId,
        visit_id: visit.id,
        key: input.key,
        code_id: codeId,
        asked_group_id,
        kind: input.kind,
        state: 'waiting',
        lines: priced.lines,
        total: priced.total,
        note: input.note?.trim() || null,
        created_at: now,
      });
      const made = await requestOfKey(tx, storeId, known);
      if (!made) throw new Error('a new request is gone');
      announceRequest(tx, made, now);
      return writeGuestRequest(made, member.currency);
    });
  }),

  withdraw: atTable.guests.withdraw.handler(async ({ input, context: { deps, visit } }) => {
    const { storeId } = visit;
    const { currency } = await publicStore(deps, storeId);
    const now = deps.clock.now();
    return deps.db.store(storeId, 'write', async (tx) => {
      const named = await requestOfKey(tx, storeId, { visitId: visit.id, key: input.key, now });
      const request = named && (await lockRequest(tx, storeId, named.id, now));
      if (!request) throw refusal({ code: 'not_found' });
      if (request.state === 'withdrawn') return writeGuestRequest(request, currency);
      if (request.state !== 'waiting') throw answeredRefusal(request.state);
      const end = { state: 'withdrawn', ended_at: now } as const;
      await endRequest(tx, storeId, request.id, end);
      announceRequest(tx, request, now);
      return writeGuestRequest({ ...request, ...end }, currency);
    });
  }),
});
