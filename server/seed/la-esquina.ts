import { eq } from 'drizzle-orm';
import { money } from '#domain/money.ts';
import { countryRules } from '#domain/store.ts';
import { after, type Instant, minutes, wallTime } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { discounts, items, sections } from '#server/db/schema/catalog.ts';
import { codes, floorMaps, promocodes } from '#server/db/schema/stores.ts';
import { floorMapDrawing } from './floor-maps.ts';

/** 12 tables on two floor maps, 4 bar places, a discount rule of every kind, two promo codes. */
export async function insertLaEsquinaExtras(tx: Tx, storeId: number, now: Instant): Promise<void> {
  await insertPlaces(tx, storeId);
  await insertDiscounts(tx, storeId, now);
  await tx.insert(promocodes).values([
    { store_id: storeId, code: 'DIEZ', type: 'PERCENTAGE', value: 10, expires_at: null },
    { store_id: storeId, code: 'MIL', type: 'AMOUNT', value: money(100_000), expires_at: null },
  ]);
}

async function insertPlaces(tx: Tx, storeId: number): Promise<void> {
  const bar = [1, 2, 3, 4].map((n) => ({
    store_id: storeId,
    code: `LE-B${n}`,
    description: `Barra ${n}`,
    type: 'LOCAL' as const,
    group: false,
    default: n === 1,
  }));
  const tables = Array.from({ length: 12 }, (_, i) => ({
    store_id: storeId,
    code: `LE-M${String(i + 1).padStart(2, '0')}`,
    description: `Mesa ${i + 1}`,
    type: 'LOCAL' as const,
    group: true,
    default: false,
  }));
  const rows = await tx
    .insert(codes)
    .values([...bar, ...tables])
    .returning({ id: codes.id, description: codes.description });
  const place = (description: string, x: number, y: number, shape: 'round' | 'square') => ({
    codeId: rows.find((r) => r.description === description)?.id ?? 0,
    label: description.replace('Mesa ', '').replace('Barra ', 'B'),
    x,
    y,
    shape,
  });
  const grid = (from: number, shape: 'round' | 'square') =>
    Array.from({ length: 6 }, (_, i) =>
      place(`Mesa ${from + i}`, 90 + (i % 3) * 240, 140 + Math.floor(i / 3) * 240, shape),
    );
  await tx.insert(floorMaps).values([
    {
      store_id: storeId,
      name: 'Salón',
      draw: floorMapDrawing('Salón', [
        ...grid(1, 'square'),
        ...[1, 2, 3, 4].map((n) => place(`Barra ${n}`, 60 + (n - 1) * 180, 620, 'round')),
      ]),
    },
    { store_id: storeId, name: 'Vereda', draw: floorMapDrawing('Vereda', grid(7, 'round')) },
  ]);
}

async function insertDiscounts(tx: Tx, storeId: number, now: Instant): Promise<void> {
  const catalog = await tx
    .select({ id: items.id, name: items.name, section: sections.name })
    .from(items)
    .innerJoin(sections, eq(sections.id, items.section_id))
    .where(eq(items.store_id, storeId));
  const named = (...names: string[]) => catalog.filter((i) => names.includes(i.name)).map((i) => i.id);
  const inSection = (section: string) => catalog.filter((i) => i.section === section).map((i) => i.id);
  const date = (days: number) => wallTime(after(now, minutes(days * 24 * 60)), countryRules.AR.timezone).date;
  const rule = {
    store_id: storeId,
    from: null,
    to: null,
    days: null,
    value: null,
    products_from: null,
    products_to: null,
    products_combination: null,
  };
  await tx.insert(discounts).values([
    {
      ...rule,
      name: '10 % en ensaladas',
      catalogs: ['LOCAL', 'ONLINE'],
      target: named('Ensalada César', 'Ensalada de frutas'),
      type: 'PERCENTAGE',
      value: 10,
    },
    {
      ...rule,
      name: 'Martes y miércoles de pizza',
      catalogs: ['LOCAL', 'TAKEAWAY', 'DELIVERY'],
      days: [2, 3],
      target: inSection('Pizzas'),
      type: 'PERCENTAGE',
      value: 25,
    },
    {
      ...rule,
      name: '3x2 en cerveza artesanal',
      catalogs: ['LOCAL'],
      target: named('Cerveza artesanal'),
      type: 'PRODUCTS',
      products_from: 3,
      products_to: 2,
      products_combination: 'SAME',
    },
    {
      ...rule,
      name: '2x1 en hamburguesas del mismo valor',
      catalogs: ['ONLINE'],
      days: [1, 2, 3, 4],
      target: inSection('Hamburguesas y sándwiches'),
      type: 'PRODUCTS',
      products_from: 2,
      products_to: 1,
      products_combination: 'VALUE',
    },
    {
      ...rule,
      name: '4x3 en postres',
      catalogs: ['LOCAL', 'ONLINE'],
      from: date(-30),
      to: date(60),
      target: inSection('Postres'),
      type: 'PRODUCTS',
      products_from: 4,
      products_to: 3,
      products_combination: 'ANY',
    },
    {
      ...rule,
      name: 'Semana del café (terminó)',
      catalogs: ['LOCAL'],
      from: date(-60),
      to: date(-30),
      target: inSection('Cafetería'),
      type: 'PERCENTAGE',
      value: 50,
    },
  ]);
}
