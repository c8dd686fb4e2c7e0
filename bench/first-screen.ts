import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Browser, BrowserContext, LaunchOptions, Page } from '@playwright/test';
import { build } from 'vite';
import { ApiUser, demoPeople } from '#e2e/api.ts';
import type { FirstScreen } from '#e2e/first-screen.ts';
import { bytesOf, controls, earlyLogin, firstScreen, slowDown, watchFirstScreen } from '#e2e/first-screen.ts';
import { giveSession } from '#e2e/fixtures.ts';
import type { Shop } from '#e2e/shop.ts';
import { serveBareScreen } from './bare-screen.ts';
import { openProfile, startsUntilCompiled, viewport } from './profile.ts';
import { budgetLine, quantile } from './report.ts';
import { servePage } from './serve-page.ts';
import { throttle } from './throttle.ts';

const samples = 5;
const boardPath = '1/orders/kanban';

/** Times as a ratio to the floor page of the same run; counts and bytes of a load with an empty cache. */
const budgets = {
  login: 1.3,
  board: 1.5,
  throughWorker: 1.5,
  serverAway: 1.3,
  requests: 20,
  all: 240_000,
  js: 190_000,
  shift: 0.02,
};

/** Serves the floor page: one file, built by Vite, compressed and cached as ours are. */
async function serveFloor(): ReturnType<typeof servePage> {
  const entry = path.join(import.meta.dirname, 'floor-page.ts');
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'floor' }, target: 'chrome120', minify: true },
  });
  const [result] = Array.isArray(output) ? output : [output];
  if (!result || !('output' in result)) throw new Error('the floor page was not built');
  const script = await promisify(brotliCompress)(result.output[0].code);
  const html = '<!doctype html><div id="root"></div><script type="module" src="/floor.js"></script>';
  return servePage((request, response) => {
    const isScript = request.url === '/floor.js';
    response.setHeader('content-type', `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`);
    response.setHeader('cache-control', isScript ? 'max-age=31536000, immutable' : 'no-cache');
    if (isScript) response.setHeader('content-encoding', 'br');
    response.end(isScript ? script : html);
  });
}

interface Visit {
  readonly url: string;
  readonly control: string;
  /** Prepares the page before the measured load, on a fast network. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

/** A load with an empty cache and without a worker, so that the counts do not depend on when it installs. */
async function visit(browser: Browser, { url, control, prepare }: Visit): Promise<FirstScreen> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block', locale: 'es-AR' });
  await prepare?.(context);
  const page = await context.newPage();
  await watchFirstScreen(page, control);
  await slowDown(page);
  await throttle(page);
  await page.goto(url);
  const seen = await firstScreen(page);
  await context.close();
  return seen;
}

/** A page that a device knows: its files are in the cache, its data in the database. */
interface Known {
  readonly url: string;
  readonly learn: (context: BrowserContext, page: Page) => Promise<void>;
}

async function openDevice(options: LaunchOptions, { learn }: Known): Promise<BrowserContext> {
  const context = await openProfile(options);
  const page = await context.newPage();
  await learn(context, page);
  await page.close();
  return context;
}

/** A start in a tab of its own. */
async function start(device: BrowserContext, { url }: Known, slow: boolean): Promise<FirstScreen> {
  const page = await device.newPage();
  await watchFirstScreen(page, controls.board);
  if (slow) await slowDown(page);
  await throttle(page);
  await page.goto(url);
  const seen = await firstScreen(page);
  await page.close();
  return seen;
}

const median = (seen: readonly FirstScreen[]): number =>
  quantile(
    seen.map(({ ms }) => ms),
    0.5,
  );

/** Serves the lower bound of a board that the device knows: its elements, from IndexedDB, with what our board reads. */
async function serveCopy(browser: Browser, shop: Shop, { learn }: Known): ReturnType<typeof serveBareScreen> {
  const context = await browser.newContext({ viewport, locale: 'es-AR' });
  const page = await context.newPage();
  await learn(context, page);
  const ana = await ApiUser.signIn(shop, demoPeople.ana);
  const served = await serveBareScreen(page, await ana.call('GET', '/store/1?parts=store,orders'));
  await context.close();
  return served;
}

/** First screens on slow 4G with 4x CPU, each compared with the floor page of the same run. */
export async function firstScreenBench(browser: Browser, shop: Shop, options: LaunchOptions): Promise<string[]> {
  const floor = await serveFloor();
  const lines: string[] = [];
  /** `budget` null: a number to know, without one. */
  const judge = (
    name: string,
    budget: number | null,
    seen: readonly FirstScreen[],
    base: readonly FirstScreen[],
  ): void => {
    const [a, b] = [median(seen), median(base)];
    const shown = `${(a / b).toFixed(2)}, ${a.toFixed(0)} ms, floor ${b.toFixed(0)} ms`;
    lines.push(budget === null ? `${name.padEnd(52)} ${shown}` : budgetLine(name, a / b, budget, shown));
  };
  const bare: Visit = { url: floor.url, control: 'article button' };
  /** Alternates with the floor, so that a busy machine slows both. */
  const compare = async (name: string, budget: number | null, ours: Visit): Promise<FirstScreen[]> => {
    const [seen, base]: [FirstScreen[], FirstScreen[]] = [[], []];
    for (let n = 0; n < samples; n += 1) {
      base.push(await visit(browser, bare));
      seen.push(await visit(browser, ours));
    }
    judge(name, budget, seen, base);
    return seen;
  };
  const board: Known = {
    url: shop.url + boardPath,
    learn: async (context, page) => {
      await giveSession(context, shop, 'ana');
      await page.goto(board.url);
      await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
      await page.reload();
      await page.locator(controls.board).first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  };

  const login = `${shop.url}login`;
  await compare('login, empty cache', budgets.login, { url: login, control: earlyLogin });
  await compare("login, empty cache: the app's own form", null, { url: login, control: controls.login });
  const cold = await compare('board, empty cache', budgets.board, {
    url: board.url,
    control: controls.board,
    prepare: async (context) => void (await giveSession(context, shop, 'ana')),
  });
  const [first] = cold;
  if (first) {
    lines.push(
      budgetLine('board, empty cache: requests', first.requests.length, budgets.requests),
      budgetLine('board, empty cache: bytes', bytesOf(first.requests, ''), budgets.all),
      budgetLine('board, empty cache: bytes of JavaScript', bytesOf(first.requests, '.js'), budgets.js),
      budgetLine('board, empty cache: layout shift', first.shift, budgets.shift, first.shift.toFixed(3)),
    );
  }

  const copy = await serveCopy(browser, shop, board);
  const bareAgain: Known = {
    url: copy.url,
    learn: async (_, page) => {
      await page.goto(copy.url);
      await page.waitForFunction('document.title === "kept"');
      await page.reload();
      await page.locator(controls.board).first().waitFor();
    },
  };
  const device = await openDevice(options, board);
  const bareDevice = await openDevice(options, bareAgain);
  const compareStarts = async (name: string, budget: number, slow: boolean): Promise<void> => {
    const [seen, base]: [FirstScreen[], FirstScreen[]] = [[], []];
    for (let n = 0; n < startsUntilCompiled + samples; n += 1) {
      base.push(await start(bareDevice, bareAgain, slow));
      seen.push(await start(device, board, slow));
    }
    judge(name, budget, seen.slice(startsUntilCompiled), base.slice(startsUntilCompiled));
  };
  await compareStarts('board through the worker', budgets.throughWorker, true);
  await shop.kill();
  await compareStarts('board, server away', budgets.serverAway, false);
  await shop.start();
  for (const context of [device, bareDevice]) await context.close();
  floor.close();
  copy.close();
  return lines;
}
