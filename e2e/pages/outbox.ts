import type { Locator, Page } from '@playwright/test';

/** The fields of an outbox entry that tests write by hand. */
export interface WrittenEntry {
  readonly type: string;
  readonly uid: string;
  readonly body?: unknown;
  readonly rev?: number;
  readonly batchId?: string;
  readonly attempts?: number;
  /** Engine time in ms; negative means before this database existed. */
  readonly bornAt?: number;
}

/** A version 7 UUID of the current time. */
function uuid(): string {
  const ms = Date.now().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

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

  /**
   * Writes entries as another version of the app, or a bulk action, would leave them. The page reads them at its next
   * start.
   */
  write(entries: readonly WrittenEntry[]): Promise<void> {
    const full = entries.map(({ type, uid, body = {}, rev, batchId = null, attempts = 0, bornAt = 0 }) => ({
      cmdId: uuid(),
      actor: 1,
      deviceId: 'by-hand',
      type,
      lane: `order:${uid}`,
      entityType: 'order',
      entityId: uid,
      body,
      seen: null,
      base: rev === undefined ? null : { rev },
      state: 'queued',
      attempts,
      bornAt,
      ttlMs: 12 * 60 * 60_000,
      batchId,
      held: null,
      settling: null,
    }));
    return this.#page.evaluate(
      async ([name, written]) => {
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const ask = indexedDB.open(name);
          ask.addEventListener('success', () => resolve(ask.result));
          ask.addEventListener('error', () => reject(ask.error ?? new Error('no database')));
        });
        await new Promise<void>((resolve, reject) => {
          const tx = db.transaction(['outbox', 'meta'], 'readwrite');
          const meta = tx.objectStore('meta');
          const ask = meta.get('nextSeq');
          ask.addEventListener('success', () => {
            let seq: number = ask.result ?? 1;
            for (const entry of written) {
              tx.objectStore('outbox').add({ ...entry, seq });
              seq += 1;
            }
            meta.put(seq, 'nextSeq');
          });
          tx.addEventListener('complete', () => resolve());
          tx.addEventListener('error', () => reject(tx.error ?? new Error('not written')));
        });
        db.close();
      },
      [this.#database, full] as const,
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
