import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { build } from 'esbuild';
import { giveSession } from '#e2e/fixtures.ts';
import type { Shop } from '#e2e/shop.ts';
import type { Drawing } from '#domain/drawing.ts';
import { drawingOf } from '#domain/drawing.ts';
import { connectDatabase } from '#server/db/database.ts';
import { codes, floorMaps } from '#server/db/schema/stores.ts';
import { floorMapDrawing } from '#server/seed/floor-maps.ts';
import { seedLarge } from '#server/seed/large-store.ts';
import { systemClock } from '#server/system.ts';
import { budgetLine } from './report.ts';
import { servePage } from './serve-page.ts';
import { throttle } from './throttle.ts';

const tables = 500;
const perRow = 25;
const framesPerMove = 60;
const rounds = 4;
const leastOfFloor = 0.9;

/** Runs in both pages: pans and pinches the element with role=img, one event for each frame; answers ms between frames. */
const mapProbe = `(async (frames) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const pane = document.querySelector('[role=img]');
  const box = pane.getBoundingClientRect();
  const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, cancelable: true };
  const pointer = (type, dx) => pane.dispatchEvent(new PointerEvent(type, { ...at, clientX: at.clientX + dx, pointerId: 1 }));
  pane.setPointerCapture = () => {};
  const times = [];
  let before = await frame();
  const next = async () => { const now = await frame(); times.push(now - before); before = now; };
  for (let n = 0; n < frames; n += 1) {
    const deltaY = (n < frames / 2 ? -1 : 1) * 4;
    pane.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY, ctrlKey: true }));
    await next();
  }
  for (let n = 0; n < 8; n += 1) pane.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -15, ctrlKey: true }));
  await frame();
  before = await frame();
  pointer('pointerdown', 0);
  for (let n = 0; n < frames; n += 1) {
    pointer('pointermove', 60 * Math.sin((n / frames) * 6 * Math.PI));
    await next();
  }
  pointer('pointerup', 0);
  pane.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: 900, ctrlKey: true }));
  await frame();
  return times;
})`;

const perSecond = (frames: readonly number[]): number =>
  (frames.length * 1_000) / frames.reduce((sum, ms) => sum + ms, 0);

const framesOf = (page: Page): Promise<number[]> => page.evaluate<number[]>(`${mapProbe}(${framesPerMove})`);

/** The lower bound: a bare Konva stage with the same shapes, in a pane of the same size. */
async function serveBare(drawing: Drawing, size: { readonly width: number; readonly height: number }) {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'bare-map.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  const data = JSON.stringify({ drawing, size });
  return servePage((request, response) => {
    const isScript = request.url === '/map.js';
    response.setHeader('content-type', `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`);
    response.end(
      isScript
        ? script
        : `<!doctype html><script id="data" type="application/json">${data}</script><div role="img"></div><script type="module" src="/map.js"></script>`,
    );
  });
}

/** Frames while a map of 500 tables is panned and pinched with 4x CPU throttling, as a ratio to a bare Konva stage. */
export async function maps(browser: Browser, shop: Shop): Promise<string[]> {
  const db = await connectDatabase(shop.databaseUrl(), { connections: 1, log: () => {} });
  const storeId = await seedLarge(db, { items: 20, orders: 0 }, systemClock.now());
  const numbers = Array.from({ length: tables }, (_, n) => n);
  const made = await db.direct
    .insert(codes)
    .values(
      numbers.map((n) => ({
        store_id: storeId,
        code: `t-${n}`,
        description: `Mesa ${n}`,
        type: 'LOCAL' as const,
        group: true,
        default: false,
      })),
    )
    .returning({ id: codes.id });
  const draw = floorMapDrawing(
    'Salón',
    made.map(({ id }, n) => ({
      codeId: id,
      label: String(n),
      x: (n % perRow) * 30,
      y: Math.floor(n / perRow) * 30,
      shape: 'square',
    })),
  );
  await db.direct.insert(floorMaps).values({ store_id: storeId, name: 'Salón', draw });
  await db.end();

  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } });
  await giveSession(context, shop, 'ana');
  const page = await context.newPage();
  await page.goto(`${shop.url}${storeId}/maps/index`);
  const pane = page.getByRole('img', { name: 'Plano de Salón' });
  await pane.locator('canvas').last().waitFor();
  await page.waitForLoadState('networkidle');
  const size = await pane.evaluate(({ clientWidth: width, clientHeight: height }) => ({ width, height }));
  const host = await serveBare(drawingOf(JSON.parse(draw)), size);
  const bare = await (await browser.newContext({ viewport: { width: 1024, height: 768 } })).newPage();
  await bare.goto(host.url);
  await bare.locator('canvas').last().waitFor();
  const [ours, floor]: [number[], number[]] = [[], []];
  for (const each of [page, bare]) await throttle(each);
  for (let n = 0; n < rounds; n += 1) {
    await bare.bringToFront();
    floor.push(...(await framesOf(bare)));
    await page.bringToFront();
    ours.push(...(await framesOf(page)));
  }
  await bare.context().close();
  await context.close();
  host.close();
  const [a, b] = [perSecond(ours), perSecond(floor)];
  return [
    budgetLine(
      `map of ${tables} tables: bare / our frames a second`,
      b / a,
      1 / leastOfFloor,
      `${(b / a).toFixed(2)}, ${a.toFixed(1)} and ${b.toFixed(1)} frames/s`,
    ),
  ];
}
