import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { ApiUser, laEsquina, password, demoPeople } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { openShop } from '#e2e/shop.ts';
import { findChromium } from '#scripts/chromium.mjs';
import { killContext, launchProfile, processesOf } from './device.ts';
import { waitFor, waitForSure } from '#e2e/waiting.ts';

/**
 * `tsx e2e/chaos/offline-orders.ts`: takes thirty orders offline on two devices, kills and restarts each browser after
 * every fifth order, and kills the server before the network is back. Each order must arrive exactly once (N-16, K-75).
 */
const ordersEach = 15;
const killAfterEvery = 5;
const arriveWithinMs = 60_000;

/** Whether the query cache of the page's user has the profile of a store. */
const hasStoreOnDisk = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((db) => db.name?.startsWith('marche-cache:'))?.name ?? '';
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const reading = db.transaction('queries').objectStore('queries').getAllKeys();
      reading.addEventListener('success', () => resolve(reading.result));
    });
    db.close();
    return keys.some((key) => typeof key === 'string' && key.includes('"profile"'));
  });

class Till {
  readonly #person: 'ana' | 'carla';
  readonly #shop: Pick<Shop, 'url'>;
  readonly #profile: string;
  #context: BrowserContext | null = null;
  #processes: readonly number[] = [];
  readonly accepted: string[] = [];

  constructor(person: 'ana' | 'carla', shop: Pick<Shop, 'url'>) {
    this.#person = person;
    this.#shop = shop;
    this.#profile = mkdtempSync(path.join(tmpdir(), `marche till ${person} `));
  }

  async #open(offline: boolean): Promise<Page> {
    const context = await launchProfile(this.#profile, offline);
    this.#context = context;
    this.#processes = await processesOf(context);
    return context.pages()[0] ?? context.newPage();
  }

  /** Signs in and waits until the app and the store are on the disk. Closes normally, so that cookies are there too. */
  async prepare(): Promise<void> {
    const page = await this.#open(false);
    await page.goto(`${this.#shop.url}login`);
    await page.getByLabel('Correo electrónico').fill(demoPeople[this.#person]);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await page.getByRole('heading', { name: 'Tiendas' }).waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
    await page.goto(`${this.#shop.url}${laEsquina}/home`);
    await page.getByRole('button', { name: 'Take away' }).first().waitFor();
    await waitForSure('the store on the disk', async () => ((await hasStoreOnDisk(page)) ? true : null));
    await this.#context?.close();
  }

  async takeOrders(): Promise<void> {
    let page = await this.#open(true);
    for (let n = 1; n <= ordersEach; n += 1) {
      await this.#take(page, `Sin red ${this.#person} ${n}`);
      if (n % killAfterEvery > 0) continue;
      if (this.#context) await killContext(this.#context, this.#processes);
      page = await this.#open(true);
    }
    await page.goto(`${this.#shop.url}${laEsquina}/home`);
    await page.getByRole('button', { name: 'Take away' }).first().waitFor();
  }

  async #take(page: Page, name: string): Promise<void> {
    await page.goto(`${this.#shop.url}${laEsquina}/home`);
    await page.getByRole('button', { name: 'Take away' }).first().click();
    await page.getByPlaceholder('Buscar...').fill('fainá');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Siguiente' }).first().click();
    await page.getByLabel('Nombre', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Finalizar' }).first().click();
    await page.waitForURL(/\/1\/(home|order)/);
    if (page.url().includes('/billing/')) await page.getByRole('button', { name: 'Ahora no' }).click();
    await page.waitForURL(/\/1\/home/);
    this.accepted.push(name);
  }

  goOnline(): Promise<void> {
    return this.#context?.setOffline(false) ?? Promise.resolve();
  }

  async dispose(): Promise<void> {
    await this.#context?.close().catch(() => undefined);
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

process.env.CHROMIUM_PATH = await findChromium();
const shop = await openShop();
const tills = [new Till('ana', shop), new Till('carla', shop)];
try {
  for (const till of tills) await till.prepare();
  await Promise.all(tills.map((till) => till.takeOrders()));
  await shop.kill();
  await shop.start();
  await Promise.all(tills.map((till) => till.goOnline()));
  const names = tills.flatMap((till) => till.accepted);
  const ana = await ApiUser.signIn(shop, demoPeople.ana);
  const arrived = async (): Promise<string[]> =>
    (await ana.orders()).body.flatMap((o) => (o.description?.startsWith('Sin red ') ? [o.description] : []));
  await waitFor(arriveWithinMs, async () => (new Set(await arrived()).size === names.length ? true : null));
  const there = await arrived();
  const once = names.filter((name) => there.filter((n) => n === name).length === 1).length;
  console.log(`${names.length} taken offline, ${there.length} arrived, ${once} exactly once`);
  process.exitCode =
    names.length === tills.length * ordersEach && once === there.length && once === names.length ? 0 : 1;
} finally {
  for (const till of tills) await till.dispose();
  await shop.stop();
}
