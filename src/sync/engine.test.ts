import { describe, expect, it } from 'vitest';
import { MemoryOutbox } from '#testing/memory-outbox.ts';
import { defineCommand } from './command.ts';
import { Engine } from './engine.ts';
import type { Request } from './engine-types.ts';
import type { Outcome } from './entry.ts';
import type { FeedAnswer, FeedChange } from './feed.ts';
import { Feed } from './feed.ts';

interface Thing {
  readonly status: string;
  readonly rev: number;
}

interface Call {
  readonly to: string;
  readonly key: string;
  readonly base: unknown;
  answer(outcome: Outcome<Thing>): Promise<void>;
}

/** An engine whose network is answered by hand. */
function world(disk = new MemoryOutbox<Thing>()) {
  const calls: Call[] = [];
  const timers: { ms: number; wake: () => void }[] = [];
  const errors: unknown[] = [];
  const clock = { now: 0 };
  let ids = 0;
  let nudges = 0;
  const renewals: number[] = [];
  const setStatus = defineCommand<{ to: string }, Thing>({
    name: 'thing.status/1',
    is: (body): body is { to: string } =>
      typeof body === 'object' && body !== null && 'to' in body && typeof body.to === 'string',
    apply: (thing, { to }) => thing && { ...thing, status: to },
    send: ({ to }, { idempotencyKey, base }) =>
      new Promise((resolve) => {
        calls.push({
          to,
          key: idempotencyKey,
          base,
          answer: async (outcome) => {
            resolve(outcome);
            await flush();
          },
        });
      }),
  });
  const engine = new Engine<Thing>({
    store: disk,
    commands: [setStatus],
    actor: 1,
    deviceId: 'd',
    now: () => clock.now,
    luck: () => 0.5,
    newId: () => `c${(ids += 1)}`,
    wakeIn: (ms, wake) => {
      const timer = { ms, wake };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    writeTimeoutMs: 15_000,
    renewToken: (generation) => renewals.push(generation),
    nudge: () => (nudges += 1),
    onDiskError: (error) => errors.push(error),
  });
  const request = (to: string, id = 'a'): Request => ({
    type: 'thing.status/1',
    lane: `thing:${id}`,
    entityType: 'thing',
    entityId: id,
    body: { to },
    seen: shown(id) ?? null,
    rev: engine.snapshot('thing', id)?.body.rev ?? null,
    ttlMs: 1e9,
    replacesUnsent: true,
    isNothingWithout: (p) => p.seen === to,
  });
  const shown = (id = 'a'): string | undefined => engine.getView().entities.get(`thing:${id}`)?.body.status;
  const sync = (id = 'a'): string | undefined => engine.getView().entities.get(`thing:${id}`)?.sync;
  return { engine, disk, calls, timers, clock, errors, renewals, request, shown, sync, nudged: () => nudges };
}

/** Lets every promise that can settle, settle. */
const flush = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

const thing = (status: string, ver: number, id = 'a') => ({ type: 'thing', id, ver, body: { status, rev: ver } });
const applied = (status: string, ver: number): Outcome<Thing> => ({ kind: 'applied', snapshots: [thing(status, ver)] });
const refusal = (status: string, ver: number): Outcome<Thing> => ({
  kind: 'refused',
  code: 'conflict',
  message: 'El pedido fue modificado desde otro dispositivo.',
  by: 'Ana',
  at: '2026-11-21T23:14:00.000Z',
  snapshots: [thing(status, ver)],
});

const started = async (disk?: MemoryOutbox<Thing>) => {
  const w = world(disk);
  await w.engine.start();
  if (!disk) await w.engine.merge({ snapshots: [thing('PENDING', 1)], removed: [], cursor: null });
  w.engine.lead(true);
  await flush();
  return w;
};

describe('the engine', () => {
  it('shows the tap as soon as it is on disk, marked as on its way (F-10, B-30)', async () => {
    const w = await started();
    const minted = w.engine.mint(w.request('ACCEPTED'));
    expect(w.shown()).toBe('PENDING');
    await minted;
    expect(w.shown()).toBe('ACCEPTED');
    await flush();
    expect(w.sync()).toBe('sending');
    expect(w.disk.outbox.size).toBe(1);
    await w.calls[0]?.answer(applied('ACCEPTED', 2));
    expect([w.shown(), w.sync(), w.disk.outbox.size]).toEqual(['ACCEPTED', 'synced', 0]);
    expect(w.disk.entities.get('thing:a')?.ver).toBe(2);
  });

  it('accepts nothing that the disk refuses: the screen has not moved (SYNC, quota)', async () => {
    const w = await started();
    w.disk.full = true;
    await expect(w.engine.mint(w.request('ACCEPTED'))).rejects.toThrow('full');
    expect(w.shown()).toBe('PENDING');
  });

  it('takes a refused change back and keeps why in the tray (B-31, F-10)', async () => {
    const w = await started();
    const cmdId = await w.engine.mint(w.request('ACCEPTED'));
    await flush();
    await w.calls[0]?.answer(refusal('COMPLETE', 5));
    expect([w.shown(), w.sync()]).toEqual(['COMPLETE', 'synced']);
    expect(w.engine.getView().review.map((r) => [r.entry.cmdId, r.by, r.message])).toEqual([
      [cmdId, 'Ana', 'El pedido fue modificado desde otro dispositivo.'],
    ]);
    expect(await w.engine.settled(cmdId ?? '')).toMatchObject({ kind: 'refused' });
    await w.engine.dismiss([cmdId ?? '']);
    expect(w.engine.getView().review).toEqual([]);
    expect(w.disk.review.size).toBe(0);
  });

  it('survives a kill with its command, and sends it again with the same id (F-10, I1, I2)', async () => {
    const w = await started();
    await w.engine.mint(w.request('ACCEPTED'));
    await flush();
    const next = await started(w.disk);
    expect(next.shown()).toBe('ACCEPTED');
    expect(next.calls.map((c) => c.key)).toEqual(w.calls.map((c) => c.key));
  });

  it('chains a second tap behind one in flight (I9)', async () => {
    const w = await started();
    await w.engine.mint(w.request('ACCEPTED'));
    await flush();
    await w.engine.mint(w.request('DELIVER'));
    await flush();
    expect(w.calls.map((c) => c.to)).toEqual(['ACCEPTED']);
    await w.calls[0]?.answer(applied('ACCEPTED', 2));
    expect(w.calls.map((c) => [c.to, c.base])).toEqual([
      ['ACCEPTED', { rev: 1 }],
      ['DELIVER', { after: 'c1' }],
    ]);
    expect(w.shown()).toBe('DELIVER');
  });

  it('sends only the last status of a card that was moved twice while offline (SYNC principle 8)', async () => {
    const w = await started();
    w.engine.network(false);
    await w.engine.mint(w.request('ACCEPTED'));
    await w.engine.mint(w.request('DELIVER'));
    await flush();
    expect(w.sync()).toBe('queued');
    w.engine.network(true);
    await flush();
    expect(w.calls.map((c) => [c.to, c.base])).toEqual([['DELIVER', { rev: 1 }]]);
  });

  it('never shows an older version again (I8)', async () => {
    const w = await started();
    await w.engine.merge({ snapshots: [thing('DELIVER', 7)], removed: [], cursor: null });
    await w.engine.merge({ snapshots: [thing('PENDING', 3)], removed: [], cursor: null });
    expect(w.shown()).toBe('DELIVER');
    expect(w.disk.entities.get('thing:a')?.ver).toBe(7);
  });

  it('keeps the identity of what did not change, so that its card does not repaint', async () => {
    const w = await started();
    await w.engine.merge({ snapshots: [thing('PENDING', 1, 'b')], removed: [], cursor: null });
    const before = w.engine.getView().entities.get('thing:b');
    await w.engine.mint(w.request('ACCEPTED'));
    await flush();
    expect(w.engine.getView().entities.get('thing:b')).toBe(before);
  });

  it('asks for a token once and goes on with it (N-18)', async () => {
    const w = await started();
    await w.engine.mint(w.request('ACCEPTED'));
    await flush();
    await w.calls[0]?.answer({ kind: 'auth', generation: 0 });
    expect(w.renewals).toEqual([0]);
    w.engine.tokenChanged(1);
    await flush();
    expect(w.calls).toHaveLength(2);
    expect(w.calls[1]?.key).toBe(w.calls[0]?.key);
  });

  it('puts an unknown command name into the tray, where it can be seen', async () => {
    const w = await started();
    await w.engine.mint({ ...w.request('ACCEPTED'), type: 'thing.paint/9' });
    await flush();
    expect(w.engine.getView().review.map((r) => r.code)).toEqual(['unreadable']);
  });

  it('does not bring back what was settled while the disk was read', async () => {
    const w = await started();
    const cmdId = await w.engine.mint(w.request('ACCEPTED'));
    await flush();
    const reading = w.engine.reload();
    await w.calls[0]?.answer(applied('ACCEPTED', 2));
    await reading;
    await flush();
    expect(w.engine.getView().pending).toEqual([]);
    expect(w.calls.filter((c) => c.key === cmdId)).toHaveLength(1);
  });
});

describe('the feed', () => {
  const change = (seq: number, status: string, ver: number, id = 'a'): FeedChange<Thing> => ({
    seq,
    name: 'thing-updated',
    snapshot: thing(status, ver, id),
    removed: null,
    incomplete: false,
    payload: null,
  });

  async function feeding(answers: FeedAnswer<Thing>[], entityType: string | null = 'thing') {
    const w = await started();
    const asked: (number | null)[] = [];
    const seen: number[] = [];
    const feed = new Feed<Thing>({
      name: 'admin',
      entityType,
      engine: w.engine,
      fetch: (since) => {
        asked.push(since);
        const answer = answers.shift();
        return answer ? Promise.resolve(answer) : Promise.reject(new Error('no network'));
      },
      onChange: (c) => seen.push(c.seq),
      onFresh: () => {},
    });
    return { ...w, feed, asked, seen };
  }

  it('starts from nothing with the whole state, and drops what is not in it', async () => {
    const f = await feeding([{ head: 9, reset: true, changes: [change(9, 'ACCEPTED', 4, 'b')] }]);
    await f.feed.catchUp();
    expect([...f.engine.getView().entities.keys()]).toEqual(['thing:b']);
    expect(f.disk.cursors['admin']).toBe(9);
  });

  it('a reset of a feed without entities drops nothing that another feed brought (I3, R-27)', async () => {
    const f = await feeding([{ head: 9, reset: true, changes: [] }], null);
    await f.feed.catchUp();
    expect(f.shown()).toBe('PENDING');
  });

  it('keeps what has a pending command even when a reset does not list it (I1)', async () => {
    const f = await feeding([{ head: 9, reset: true, changes: [] }]);
    await f.engine.mint(f.request('ACCEPTED'));
    await f.feed.catchUp();
    expect(f.shown()).toBe('ACCEPTED');
  });

  it('applies the next event without asking (R-20, R-21)', async () => {
    const f = await feeding([{ head: 3, reset: true, changes: [change(3, 'PENDING', 1)] }]);
    await f.feed.catchUp();
    await f.feed.event(change(4, 'ACCEPTED', 2));
    expect(f.shown()).toBe('ACCEPTED');
    expect(f.asked).toEqual([null]);
  });

  it('ignores a repeated event', async () => {
    const f = await feeding([{ head: 3, reset: true, changes: [change(3, 'PENDING', 1)] }]);
    await f.feed.catchUp();
    await f.feed.event(change(3, 'DELIVER', 9));
    expect(f.shown()).toBe('PENDING');
  });

  it('asks for the delta at a gap, so that no event is missed (R-29, I3)', async () => {
    const f = await feeding([
      { head: 3, reset: true, changes: [change(3, 'PENDING', 1)] },
      { head: 6, reset: false, changes: [change(5, 'ACCEPTED', 2), change(6, 'DELIVER', 3)] },
    ]);
    await f.feed.catchUp();
    await f.feed.event(change(6, 'DELIVER', 3));
    expect(f.asked).toEqual([null, 3]);
    expect(f.shown()).toBe('DELIVER');
    expect(f.disk.cursors['admin']).toBe(6);
  });

  it('asks when the head is ahead: the last event was lost (I10)', async () => {
    const f = await feeding([
      { head: 3, reset: true, changes: [] },
      { head: 4, reset: false, changes: [change(4, 'ACCEPTED', 2)] },
    ]);
    await f.feed.catchUp();
    await f.feed.head(3);
    expect(f.asked).toEqual([null]);
    await f.feed.head(4);
    expect(f.asked).toEqual([null, 3]);
  });

  it('keeps its place when the network fails, and asks again from there', async () => {
    const f = await feeding([{ head: 3, reset: true, changes: [] }]);
    await f.feed.catchUp();
    await f.feed.catchUp();
    expect(f.feed.cursor).toBe(3);
    expect(f.asked).toEqual([null, 3]);
  });
});
