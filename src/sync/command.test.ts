import { describe, expect, it } from 'vitest';
import { applied, buildEntry, buildThing, refusedOutcome, thingCommands } from '#testing/builders-sync.ts';
import { engineWorld, flush, startedWorld } from '#testing/engine-world.ts';
import { MemoryOutbox } from '#testing/memory-outbox.ts';
import type { Entry } from './entry.ts';

/** A disk as an earlier or later version of the app left it. */
function left(...entries: Entry[]): MemoryOutbox {
  const disk = new MemoryOutbox();
  disk.entities.set('thing:a', buildThing('PENDING', 1));
  for (const entry of entries) disk.outbox.set(entry.seq, entry);
  return disk;
}

const hour = 60 * 60_000;
const waiting = (more: Partial<Entry>) => buildEntry(1, 'thing:a', { ttlMs: 12 * hour, ...more });

describe('a command that this version cannot read (offline engine, Lanes; I1)', () => {
  const nonsense: [string, Partial<Entry>][] = [
    ['a name that nobody knows', { type: 'thing.paint/1' }],
    ['a name from five versions ahead', { type: 'thing.status/7' }],
    ['a body that is null', { body: null }],
    ['a body that is a number', { body: 7 }],
    ['a body without its field', { body: { at: [1, { deep: ['x'] }], to: {} } }],
    ['an old body that its converter chokes on', { type: 'thing.status/1', body: { nothing: 1 } }],
    ['an old body that is null', { type: 'thing.status/1', body: null }],
    ['an old body that the present version refuses', { type: 'thing.status/1', body: { status: 7 } }],
  ];

  it.each(nonsense)('%s: is kept where it can be seen, never sent, never too old', async (_, more) => {
    const behind = buildEntry(2, 'thing:a', { base: { after: 'c1' }, ttlMs: 1e12 });
    const w = await startedWorld({ disk: left(waiting(more), behind, buildEntry(3, 'thing:b')) });
    expect(w.entry('c1')).toMatchObject({ held: 'unreadable', attempts: 0, state: 'queued', ...more });
    expect(w.disk.outbox.get(1)).toMatchObject({ held: 'unreadable', attempts: 0, ...more });
    await w.call('c3').answer(applied('ACCEPTED', 2, 'b'));
    await w.pass(30 * 24 * hour);
    w.engine.wake();
    expect([w.pending(), w.rejected(), w.calls.map((c) => c.key)]).toEqual([['c1', 'c2'], [], ['c3']]);
    expect(w.diskErrors).toEqual([]);
  });

  it.each(nonsense)('%s: leaves the screen as the rest of the queue has it', async (_, more) => {
    const w = engineWorld({ disk: left(waiting(more), buildEntry(2, 'thing:a', { body: { to: 'DELIVER' } })) });
    await w.engine.start();
    expect([w.shown(), w.sync()]).toEqual(['DELIVER', 'queued']);
  });

  it('is sent at start by a later version that knows it, under its id and with its age', async () => {
    const disk = left(waiting({ type: 'thing.status/2', held: 'unreadable', enqueuedAt: 5 }));
    disk.engineTime = 2 * hour;
    const w = await startedWorld({ disk });
    expect(w.call('c1')).toMatchObject({ to: 'ACCEPTED', ageMs: 2 * hour - 5 });
    expect(w.entry('c1')).toMatchObject({ held: null, enqueuedAt: 5 });
    await w.call('c1').answer(applied('ACCEPTED', 2));
    expect([w.shown(), w.sync(), w.disk.outbox.size]).toEqual(['ACCEPTED', 'synced', 0]);
  });

  it('can be discarded by its person, without a word to the server', async () => {
    const w = await startedWorld({ disk: left(waiting({ body: null })) });
    await w.engine.discard(['c1']);
    expect([w.pending(), w.disk.outbox.size, w.calls]).toEqual([[], 0, []]);
  });
});

describe('a command of an earlier version', () => {
  const old = { type: 'thing.status/1', body: { status: 'DELIVER' } };

  it('is shown, and sent under the same id with the body of today', async () => {
    const w = await startedWorld({ disk: left(waiting(old)) });
    expect(w.shown()).toBe('DELIVER');
    expect(w.calls).toMatchObject([{ key: 'c1', to: 'DELIVER', base: { rev: 1 } }]);
    // Stored as it was enqueued, so after a cancelled update the old version can still read it.
    expect(w.disk.outbox.get(1)).toMatchObject(old);
  });

  it('can be applied again from the rejected list', async () => {
    const w = await startedWorld({ disk: left(waiting(old)), tab: 'new' });
    await w.call('c1').answer(refusedOutcome('conflict', {}, buildThing('ACCEPTED', 5)));
    expect(await w.engine.applyAgain('c1')).toBe('new1');
    await flush();
    expect(w.call('new1')).toMatchObject({ to: 'DELIVER', base: { rev: 5 } });
  });
});

describe('the registry', () => {
  it('holds a command under every name that it ever had', () => {
    const never = () => Promise.reject(new Error('not sent'));
    expect(thingCommands(never).map((c) => c.name)).toEqual(['thing.status/2', 'thing.status/1']);
  });

  it('takes no tap of a name that it does not hold', async () => {
    const w = await startedWorld();
    await expect(w.engine.enqueue({ ...w.request('ACCEPTED'), type: 'thing.paint/1' })).rejects.toThrow(
      'thing.paint/1',
    );
    expect(w.disk.outbox.size).toBe(0);
  });
});
