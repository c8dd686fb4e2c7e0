/** A committed transaction of the app on its outbox or tray. */
export interface Report {
  readonly db: string;
  readonly ops: readonly Op[];
}

export type Op =
  | { readonly kind: 'add' | 'put'; readonly store: 'outbox' | 'review'; readonly key: string; readonly value: unknown }
  | { readonly kind: 'delete'; readonly store: 'outbox' | 'review'; readonly key: string };

export const reportBinding = 'chaosReport';

/**
 * Runs in the page before the app. It observes every write to the outbox and the tray and reports it when its
 * transaction completes, the moment at which the app accepts a tap. The app ships no hook for it.
 */
export function watchOutbox(binding: string): void {
  const watched = new Set(['outbox', 'review']);
  const open = new WeakMap<IDBTransaction, unknown[]>();
  const note = (store: IDBObjectStore, op: object): void => {
    if (!watched.has(store.name)) return;
    const { transaction } = store;
    let ops = open.get(transaction);
    if (!ops) {
      const list: unknown[] = [];
      ops = list;
      open.set(transaction, list);
      transaction.addEventListener('complete', () => {
        const tell: unknown = Reflect.get(globalThis, binding);
        if (typeof tell === 'function') tell({ db: transaction.db.name, ops: list });
      });
    }
    ops.push({ store: store.name, ...op });
  };
  const keyOf = ({ keyPath }: IDBObjectStore, value: unknown, key: unknown): string =>
    JSON.stringify(
      typeof keyPath === 'string' && typeof value === 'object' && value !== null ? Reflect.get(value, keyPath) : key,
    );
  for (const kind of ['add', 'put', 'delete']) {
    const original: unknown = Reflect.get(IDBObjectStore.prototype, kind);
    if (typeof original !== 'function') continue;
    Reflect.set(IDBObjectStore.prototype, kind, function noteAndDo(this: IDBObjectStore, ...args: unknown[]): unknown {
      const [first, second] = args;
      const op = kind === 'delete' ? { key: JSON.stringify(first) } : { key: keyOf(this, first, second), value: first };
      note(this, { kind, ...op });
      return Reflect.apply(original, this, args);
    });
  }
}

/** The contents of a device's database; null before the app has created it. */
export interface DiskState {
  readonly db: string;
  readonly outbox: readonly { readonly key: string; readonly value: unknown }[];
  readonly review: readonly unknown[];
  readonly entities: readonly unknown[];
}

/** Runs in the page. Opens only an existing database: creating one would prevent the app from creating its own. */
export async function readDisk(storeId: number): Promise<DiskState | null> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => (name ? [name] : []));
  const name = names.find((n) => new RegExp(String.raw`^marche:\d+:${storeId}$`).test(n));
  if (name === undefined) return null;
  const answer = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('no answer')));
    });
  const db = await answer(indexedDB.open(name));
  try {
    const tx = db.transaction(['outbox', 'review', 'entities'], 'readonly');
    const [keys, outbox, review, entities] = await Promise.all([
      answer(tx.objectStore('outbox').getAllKeys()),
      answer<unknown[]>(tx.objectStore('outbox').getAll()),
      answer<unknown[]>(tx.objectStore('review').getAll()),
      answer<unknown[]>(tx.objectStore('entities').getAll()),
    ]);
    return {
      db: name,
      outbox: outbox.map((value, i) => ({ key: JSON.stringify(keys[i]), value })),
      review,
      entities,
    };
  } finally {
    db.close();
  }
}
