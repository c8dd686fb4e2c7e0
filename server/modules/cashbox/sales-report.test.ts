import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { salesReport } from '#contract/cashbox.ts';
import { countryRules } from '#domain/store.ts';
import { money } from '#domain/money.ts';
import { instant } from '#domain/time.ts';
import { cashboxCalls } from '#server/testing/cashboxes.ts';
import { readCreated } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { writeReportPdf } from './report-pdf.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const { configure, open, close, read } = cashboxCalls(() => server);
const file = z.object({ pdf: z.string() });

async function pagesOf(pdf: Buffer): Promise<{ text: string; pages: number }> {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return { text: text.replaceAll(/\s+/g, ' '), pages: totalPages };
}

const week = 7 * 24 * 3_600_000;

it('sales by hour, product, category, seller and service, without what was rejected, and those of a week before', async () => {
  // 20:59 in Buenos Aires.
  server.clock.advance(59 * 60_000);
  await configure();
  const before = readCreated(await sendOrder(server, { wanted: { place: 'Barra 1' } }));
  const { id } = read(await open(0));
  const then = new Date(server.clock.now() - week + 10_000).toISOString();
  await server.db.direct.execute(`update orders set created_at = '${then}' where id = ${before.id}`);
  const report = async () => z.parse(salesReport, (await server.ask('ana', `/store/1/cashbox/${id}/report`)).body);
  expect((await report()).sales).toMatchObject({ orders: 0, total: 0, hours: [], products: [] });
  server.clock.advance(30_000);
  const bar = readCreated(await sendOrder(server, { who: 'diego', wanted: { items: [['Medialuna de manteca', 2]] } }));
  server.clock.advance(60_000);
  const away = { type: 'TAKEAWAY', items: [['Fainá', 3]] } as const;
  const taken = readCreated(await sendOrder(server, { who: 'diego', wanted: away, more: { seller_id: 4 } }));
  const lost = readCreated(await sendOrder(server, { wanted: { items: [['Medialuna de manteca', 9]] } }));
  await server.ask('ana', `/store/1/orders/${lost.id}/reject`, {
    method: 'PATCH',
    body: { reject_reason: 'by_store' },
    headers: command({ rev: lost.status_rev }),
  });
  server.clock.advance(1_000);
  const total = bar.total + taken.total;
  const x = await report();
  expect(x).toMatchObject({ closed: false, sales: { orders: 2, total } });
  expect(x.sales.hours).toEqual([
    { key: 20, count: 1, total: bar.total },
    { key: 21, count: 1, total: taken.total },
  ]);
  expect(x.sales.products).toEqual([
    { key: 'Fainá', count: 3, total: taken.total },
    { key: 'Medialuna de manteca', count: 2, total: bar.total },
  ]);
  expect(x.sales.categories.reduce((sum, row) => sum + row.total, 0)).toBe(total);
  expect(x.sales.categories.map((row) => row.key)).not.toContain('Sin categoría');
  expect(x.sales.sellers.reduce((sum, row) => sum + row.count, 0)).toBe(2);
  expect(x.sales.services).toEqual([
    { key: 'TAKEAWAY', count: 1, total: taken.total },
    { key: 'LOCAL', count: 1, total: bar.total },
  ]);
  expect(x.week_before).toEqual({ orders: 1, total: before.total });
  await close(id, { amount: 0 });
  server.clock.advance(1_000);
  await sendOrder(server);
  const closed = await report();
  expect(closed).toMatchObject({ closed: true, sales: x.sales });
  expect(closed.to).not.toBe(new Date(server.clock.now()).toISOString());
  const paper = z.parse(file, (await server.ask('ana', `/store/1/cashbox/${id}/report/pdf`)).body);
  const { text } = await pagesOf(Buffer.from(paper.pdf, 'base64'));
  for (const word of ['Reporte Z · La Esquina', '2 pedidos', 'Fainá 3', 'Medialuna de manteca 2', '21:00'])
    expect(text).toContain(word);
});

describe('the report as a PDF', () => {
  const report = {
    from: instant(Date.UTC(2026, 10, 21, 20)),
    to: instant(Date.UTC(2026, 10, 22, 4, 30)),
    closed: true,
    sales: {
      orders: 3,
      total: money(150_000),
      hours: [{ key: 0, count: 3, total: money(150_000) }],
      products: Array.from({ length: 120 }, (_, n) => ({ key: `Ka'ẽ ${n}`, count: 1, total: money(1_250) })),
      categories: [],
      sellers: [{ key: null, count: 3, total: money(150_000) }],
      services: [{ key: 'DELIVERY', count: 3, total: money(150_000) }],
    },
    weekBefore: { orders: 1, total: money(100_000) },
  } as const;

  it('has the letters of Guaraní, dates of the store, and every row on as many pages as it takes', async () => {
    const store = { storeName: 'Ñandutí', currency: countryRules.PY.currency, timezone: 'America/Asuncion' };
    const { text, pages } = await pagesOf(await writeReportPdf(report, store));
    expect(pages).toBeGreaterThan(2);
    for (const word of [
      'Reporte Z · Ñandutí',
      'De sáb 21 nov 2026 17:00 Hs a dom 22 nov 2026 01:30 Hs',
      '50 % más que hace una semana',
      'Sin vendedor 3 Gs. 150.000',
      "Ka'ẽ 0 1 Gs. 1.250",
      "Ka'ẽ 119 1 Gs. 1.250",
      'Delivery',
    ])
      expect(text).toContain(word);
    expect(text).not.toContain('Categoría');
  });
});
