import { every, wakeIn } from '#platform/clock.ts';
import type { DBSchema } from '#platform/idb.ts';
import { openDatabase } from '#platform/idb.ts';
import { jitter, newUuid } from '#platform/random.ts';
import { defineCommand } from '#sync/command.ts';
import { defineEntity } from '#sync/entity.ts';
import { maxInFlight } from '#sync/core.ts';
import type { Request } from '#sync/entry.ts';
import { Engine } from '#sync/engine.ts';
import type { Entry } from '#sync/entry.ts';
import { openIdbStore } from '#sync/idb-store.ts';
import type { OutboxStore } from '#sync/store.ts';

/** Runs in the browser, bundled and called by offline-engine.ts: the shipped engine with the shipped store. */

interface Note {
  readonly id: string;
  readonly text: string;
}

const hour = 60 * 60_000;
const batch = 50;
const writeTimeoutMs = 15_000;
const tickEveryMs = 30_000;
/** About the size of a small order. */
const text = 'x'.repeat(600);

const isNote = (value: unknown): value is Note =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'text' in value &&
  typeof value.text === 'string';

async function post(body: Note, signal: AbortSignal | null): Promise<number> {
  const response = await fetch('/commands', { method: 'POST', body: JSON.stringify(body), signal });
  const { ver } = await response.json();
  return Number(ver);
}

/** Creates an entity, as taking an order does; its id is its lane. */
const noteEntity = defineEntity<Note>('note');
const note = defineCommand<Note, Note, null>({
  name: 'bench.note/1',
  entity: noteEntity,
  is: isNote,
  ttlMs: 80 * hour,
  apply: (known, args) => known ?? args,
  canApplyAgain: (known) => known === null,
  texts: () => ({ title: () => 'note', notApplied: 'note', creates: true }),
  call: async (args, { signal }) => ({
    kind: 'applied',
    snapshots: [noteEntity.snapshot(args.id, await post(args, signal), args)],
  }),
});

const tap = (): Request => {
  const id = newUuid();
  return note.request(id, { id, text }, null);
};

/** An engine that is started and offline, and does not send. */
async function openEngine(name: string, now: () => number): Promise<{ engine: Engine; store: OutboxStore }> {
  const store = await openIdbStore(name);
  const engine = new Engine({
    store,
    commands: note.on(null),
    actor: 1,
    deviceId: 'bench',
    now,
    jitter,
    newId: newUuid,
    wakeIn,
    writeTimeoutMs,
    renewToken: () => {},
    nudge: () => {},
    onDisk: (error) => {
      if (error !== null) throw error;
    },
  });
  await engine.start();
  engine.network(false);
  return { engine, store };
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

interface BareSchema extends DBSchema {
  records: { key: number; value: Entry };
}

/** Milliseconds of each tap in the sending tab, and of a bare strict transaction with the same record, alternating. */
async function taps(count: number, queued: number): Promise<{ ours: number[]; bare: number[] }> {
  const { engine, store } = await openEngine(`taps over ${queued}`, () => performance.now());
  const database = await openDatabase<BareSchema>(`bare beside ${queued}`, 1, (db) => {
    db.createObjectStore('records', { keyPath: 'seq' });
  });
  const put = (entry: Entry): Promise<void> =>
    database.use(async (db) => {
      const tx = db.transaction('records', 'readwrite', { durability: 'strict' });
      await Promise.all([tx.store.put(entry), tx.done]);
    });
  for (let n = 0; n < queued; n += batch) await engine.enqueueAll(Array.from({ length: batch }, tap));
  await engine.lead(true);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const request = tap();
    // Repeated, so that no command is tried meanwhile (an offline engine tries every 15 s).
    engine.network(false);
    ours.push(await timed(() => engine.enqueue(request)));
    const enqueued = engine.getView().pending.at(-1);
    if (enqueued?.lane !== request.lane) throw new Error('the tap is not at the end of the queue');
    bare.push(await timed(() => put(enqueued)));
    if (queued === 0) await engine.discard([enqueued.cmdId]);
  }
  const { length } = (await store.load()).entries;
  if (length !== (queued === 0 ? 0 : queued + count)) throw new Error(`${length} are on disk`);
  engine.close();
  database.close();
  return { ours, bare };
}

const emptied = ({ getView, subscribe }: Engine): Promise<void> =>
  new Promise((resolve) => {
    const stop = subscribe(() => {
      if (getView().pending.length > 0) return;
      stop();
      resolve();
    });
  });

/**
 * Commands per second, from going online until the outbox on disk is empty, after `hours` of taps without a network.
 */
async function drain(count: number, hours: number): Promise<number> {
  let slept = 0;
  const { engine, store } = await openEngine('drain', () => performance.now() + slept);
  for (let n = 0; n < count; n += batch) {
    await engine.enqueueAll(Array.from({ length: batch }, tap));
    slept += (hours * hour * batch) / count;
  }
  const { length } = (await store.load()).entries;
  if (length !== count) throw new Error(`${length} of ${count} are on disk`);
  const stopTicks = every(tickEveryMs, () => engine.tick());
  const empty = emptied(engine);
  const ms = await timed(async () => {
    await engine.lead(true);
    engine.network(true);
    await empty;
    while ((await store.load()).entries.length > 0) {
      // Waits until the last answers are on disk.
    }
  });
  stopTicks();
  const { rejected, snapshots } = await store.load();
  if (rejected.length > 0 || snapshots.length !== count)
    throw new Error(`${rejected.length} on the rejected list, ${snapshots.length} of ${count} applied`);
  engine.close();
  return (count * 1_000) / ms;
}

/** The same requests per second, equally many in parallel, without an engine. */
async function bareFetches(count: number): Promise<number> {
  let left = count;
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: maxInFlight }, async () => {
        while (left > 0) {
          left -= 1;
          await post({ id: newUuid(), text }, null);
        }
      }),
    ),
  );
  return (count * 1_000) / ms;
}

Object.assign(globalThis, { bench: { taps, drain, bareFetches } });
