import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { repositoryRoot } from '#server/root.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { parseProfile } from '#server/testing/read.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { demoRegister: true });
});
afterAll(() => server.close());

const profile = async (id: number, who: 'ana' | 'gabi' = 'ana') => parseProfile(await server.ask(who, `/store/${id}`));

describe('the demo shop', () => {
  it('has the five stores under their ids, with country and plan', async () => {
    const facts = [];
    for (const id of [1, 2, 3, 4, 5]) {
      const { store, catalog } = await profile(id, id === 5 ? 'gabi' : 'ana');
      facts.push([store.name, store.country, store.plan, catalog.items.length]);
    }
    expect(facts).toEqual([
      ['La Esquina', 'AR', 'premium', 64],
      ['Rotisería Don Pepe', 'AR', 'standard', 30],
      ['Kiosco Sol', 'AR', 'free', 6],
      ['Asunción Grill', 'PY', 'premium', 14],
      ['Otra Tienda', 'AR', 'premium', 3],
    ]);
  });

  it('La Esquina has 8 sections, 12 tables on two maps, 4 bar codes and every kind of discount', async () => {
    const { catalog, codes, maps, discounts } = await profile(1);
    expect(catalog.sections).toHaveLength(8);
    expect([codes.filter((c) => c.group).length, codes.filter((c) => !c.group).length]).toEqual([12, 4]);
    expect(codes.filter((c) => c.default).map((c) => c.description)).toEqual(['Barra 1']);
    expect(new Set(discounts.map((d) => d.products_combination ?? d.type))).toEqual(
      new Set(['PERCENTAGE', 'SAME', 'VALUE', 'ANY']),
    );
    expect([discounts.some((d) => d.days !== null), discounts.some((d) => d.from !== null)]).toEqual([true, true]);
    expect(maps.map((m) => m.name)).toEqual(['Salón', 'Vereda']);
  });

  it('places every table on exactly one map, inside the canvas of 800 × 800 (M-21)', async () => {
    const shape = z.object({
      attrs: z.object({ x: z.optional(z.number()), y: z.optional(z.number()), code_id: z.optional(z.int()) }),
    });
    const stage = z.object({
      attrs: z.object({ width: z.literal(800), height: z.literal(800) }),
      children: z.array(z.object({ children: z.array(shape) })),
    });
    const { codes, maps } = await profile(1);
    const placed = maps
      .flatMap((m) => z.parse(stage, JSON.parse(m.draw)).children.flatMap((l) => l.children))
      .filter((s) => s.attrs.code_id !== undefined);
    expect(placed.map((s) => s.attrs.code_id).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(codes.map((c) => c.id));
    for (const { attrs } of placed) expect(Math.max(attrs.x ?? 999, attrs.y ?? 999)).toBeLessThanOrEqual(700);
  });

  it('has mandatory and optional groups, items without description and without picture, and every picture exists', async () => {
    const { catalog } = await profile(1);
    const groups = catalog.items.flatMap((i) => i.groups);
    expect(groups.some((g) => g.constraints.min === 0)).toBe(true);
    expect(groups.some((g) => g.constraints.min === 1 && g.constraints.max === 1)).toBe(true);
    expect(groups.some((g) => g.constraints.min > 0 && g.constraints.max > g.constraints.min)).toBe(true);
    for (const g of groups)
      expect(g.additionals.reduce((sum, a) => sum + a.max, 0)).toBeGreaterThanOrEqual(g.constraints.min);
    expect(catalog.items.filter((i) => i.description === null).length).toBeGreaterThan(5);
    expect(catalog.items.filter((i) => i.image_sm === null).length).toBeGreaterThan(2);
    for (const id of [1, 2, 3, 4])
      for (const { image_sm, image_md } of (await profile(id)).catalog.items)
        for (const image of [image_sm, image_md])
          if (image)
            expect([image, existsSync(path.join(repositoryRoot, 'public', image.replace('/sellers/', '')))]).toEqual([
              image,
              true,
            ]);
  });

  it('has orders in every column, of every type, with totals that add up', async () => {
    const { orders } = await profile(1);
    expect(new Set(orders.map((o) => o.status))).toEqual(
      new Set(['PENDING', 'ACCEPTED', 'DELIVER', 'COMPLETE', 'REJECTED']),
    );
    expect(new Set(orders.map((o) => o.type))).toEqual(new Set(['LOCAL', 'TAKEAWAY', 'DELIVERY']));
    for (const o of orders) expect(o.total).toBe(o.subtotal - o.discount + o.delivery_amount);
    expect(orders.find((o) => o.status === 'REJECTED')).toMatchObject({
      reject_reason: 'missing_products',
      rejected_reason_message: expect.any(String),
    });
  });

  it('La Esquina is in the middle of a shift: an open register with what its orders brought, and movements; others are not set up', async () => {
    const { state, entries } = cashboxCalls(() => server);
    const register = await state();
    expect(register).toMatchObject({ user: { fullname: 'Carla Domínguez' }, config: { payouts: true, block: false } });
    const rows = await entries(register.id);
    expect(rows.map((r) => r.at)).toEqual(rows.map((r) => r.at).toSorted());
    expect(new Set(rows.map((r) => r.kind))).toEqual(new Set(['sale', 'movement']));
    expect(rows.every((r) => r.by !== '' && !r.late)).toBe(true);
    const { orders } = await profile(1);
    const paid = orders.flatMap((o) => (o.origin === 'store' && o.status !== 'REJECTED' ? o.payments : []));
    const sum = (of: readonly { readonly amount: number }[]) => of.reduce((total, { amount }) => total + amount, 0);
    const moved = sum(rows.filter((r) => r.kind === 'movement'));
    const cash = sum(paid.filter((p) => p.method === 'cash'));
    expect(register.balance).toMatchObject({
      open: 50_000,
      payment_cash_in: cash,
      payment_totals: sum(paid),
      cashbox_flows: moved,
      calculated: 50_000 + cash + moved,
    });
    expect(register.flows.length).toBeGreaterThan(3);
    for (const store of [2, 4]) expect((await cashboxCalls(() => server, store).get()).status).toBe(307);
  });
});
