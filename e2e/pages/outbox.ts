import type { ApiUser } from '#e2e/api.ts';
import type { Locator, Page, Route } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Seat } from '#e2e/fixtures.ts';

/** Page object: the sync pill, its tray, and the IndexedDB database behind them. */
export class Outbox {
  readonly #page: Page;
  readonly #database: string;

  constructor(page: Page, userId: number, storeId = 1) {
    this.#page = page;
    this.#database = `marche:${userId}:${storeId}`;
  }

  /** Finds the pill by its whole label, such as 'Sin conexión: 1 por enviar'. */
  pill(words: string | RegExp): Locator {
    return this.#page.getByRole('button', { name: words }).first();
  }

  get tray(): Locator {
    return this.#page.getByRole('dialog', { name: /^(Para revisar|Por enviar)$/ });
  }

  async open(): Promise<Locator> {
    await this.pill(/^(Conectado|Sin conexión|Enviando|Atención)/).click();
    return this.tray;
  }

  /** Number of records in an object store; -1 without a database. */
  count(store: 'outbox' | 'review' | 'entities'): Promise<number> {
    return this.#page.evaluate(
      async ([name, part]) => {
        if (!(await indexedDB.databases()).some((d) => d.name === name)) return -1;
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const ask = indexedDB.open(name);
          ask.addEventListener('success', () => resolve(ask.result));
          ask.addEventListener('error', () => reject(ask.error ?? new Error('no database')));
        });
        const counted = await new Promise<number>((resolve) => {
          const ask = db.transaction(part).objectStore(part).count();
          ask.addEventListener('success', () => resolve(ask.result));
        });
        db.close();
        return counted;
      },
      [this.#database, store] as const,
    );
  }

  /** Deletes the database, as a browser short of disk space does. No page of the app may be open. */
  evict(): Promise<void> {
    return this.#page.evaluate(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const ask = indexedDB.deleteDatabase(name);
          ask.addEventListener('success', () => resolve());
          ask.addEventListener('error', () => reject(ask.error ?? new Error('not deleted')));
        }),
      this.#database,
    );
  }
}

export const changesOfOrders = /\/api\/store\/1\/orders\/\d+$/;

/** `answer` handles the PATCHes of orders; all other requests reach the server. */
export const answerChanges = (page: Page, answer: (route: Route) => Promise<void>): Promise<unknown> =>
  page.route(changesOfOrders, (route) => (route.request().method() === 'PATCH' ? answer(route) : route.continue()));

/** Waits until the worker has cached the app, so that it opens offline. */
export async function controlledByWorker({ page }: Seat): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Makes writes fail as on a full disk: Chromium's quota override does not reach IndexedDB. */
export const fillDisk = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const original = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction') ?? {};
    const open: IDBDatabase['transaction'] = original.value;
    IDBDatabase.prototype.transaction = function full(stores, mode, options) {
      if (mode === 'readwrite') throw new DOMException('full', 'QuotaExceededError');
      return open.call(this, stores, mode, options);
    };
    const restoreDisk = (): void => void Object.defineProperty(IDBDatabase.prototype, 'transaction', original);
    Object.assign(globalThis, { restoreDisk });
  });

export const oneDay = 24 * 60 * 60_000;

export const userIdOf = async (user: ApiUser): Promise<number> =>
  (await user.call<{ id: number }>('GET', '/me')).body.id;

/**
 * The board shows only what fits: finishes the orders of a journey, whose customers end with a time in milliseconds, so
 * that the next one finds its own in view.
 */
export async function finishTimedOrders(ana: ApiUser): Promise<void> {
  const { body } = await ana.orders();
  for (const order of body)
    if (/ \d{13}$/.test(order.description ?? '') && !['COMPLETE', 'REJECTED'].includes(order.status))
      await ana.changeStatus(order, 'COMPLETE');
}
