import { describe, expect, it } from 'vitest';
import {
  applied,
  buildEntry,
  buildThing,
  conflict,
  isThingBody,
  unanswered,
  refusedOutcome,
  thingCommands,
} from '#testing/builders-sync.ts';
import { flush, startedWorld } from '#testing/engine-world.ts';

describe('a tap', () => {
  it('shows as soon as it is on disk, marked as on its way (F-10, B-30)', async () => {
    const w = await startedWorld();
    const enqueued = w.engine.enqueue(w.request('ACCEPTED'));
    expect(w.shown()).toBe('PENDING');
    await enqueued;
    expect([w.shown(), w.disk.outbox.size]).toEqual(['ACCEPTED', 1]);
    await flush();
    expect(w.sync()).toBe('sending');
    await w.call('c1').answer(applied('ACCEPTED', 2));
    expect([w.shown(), w.sync(), w.disk.outbox.size]).toEqual(['ACCEPTED', 'synced', 0]);
    expect(w.disk.entities.get('thing:a')?.ver).toBe(2);
  });

  it('is accepted only when the disk takes it: otherwise the screen has not moved (offline engine, Quota)', async () => {
    const w = await startedWorld();
    w.disk.full = true;
    await expect(w.engine.enqueue(w.request('ACCEPTED'))).rejects.toThrow('full');
    expect([w.shown(), w.sync(), w.pending(), w.diskErrors.length]).toEqual(['PENDING', 'synced', [], 1]);
    await flush();
    expect(w.calls).toEqual([]);
  });

  it('survives a kill with its command, and is sent again with the same id (F-10, N-16, I1, I2)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    const next = await startedWorld({ disk: w.disk });
    expect(next.shown()).toBe('ACCEPTED');
    expect(next.calls.map((c) => [c.key, c.base])).toEqual([['c1', { rev: 1 }]]);
  });

  it('chains behind one in flight (I5, I9, N-16)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    await w.tap('DELIVER');
    expect(w.calls.map((c) => c.to)).toEqual(['ACCEPTED']);
    await w.call('c1').answer(applied('ACCEPTED', 2));
    expect(w.calls.map((c) => [c.to, c.base])).toEqual([
      ['ACCEPTED', { rev: 1 }],
      ['DELIVER', { after: 'c1' }],
    ]);
    expect(w.shown()).toBe('DELIVER');
  });

  it('sends only the last status of a card that was moved twice while offline (offline engine, principle 8)', async () => {
    const w = await startedWorld();
    w.engine.network(false);
    await w.tap('ACCEPTED');
    await w.tap('DELIVER');
    expect([w.sync(), w.pending()]).toEqual(['queued', ['c2']]);
    w.engine.network(true);
    await flush();
    expect(w.calls.map((c) => [c.to, c.base])).toEqual([['DELIVER', { rev: 1 }]]);
  });

  it('undoes one that never left: nothing is sent, and the caller is told', async () => {
    const w = await startedWorld();
    w.engine.network(false);
    await w.tap('ACCEPTED');
    expect(await w.engine.enqueue(w.request('PENDING'))).toBeNull();
    expect([w.shown(), w.sync(), w.disk.outbox.size]).toEqual(['PENDING', 'synced', 0]);
    w.engine.network(true);
    await flush();
    expect(w.calls).toEqual([]);
  });

  it('a quick second one replaces the first before it is painted (I9)', async () => {
    const w = await startedWorld();
    w.engine.network(false);
    const both = Promise.all([
      w.engine.enqueue(w.request('ACCEPTED')),
      w.engine.enqueue({ ...w.request('DELIVER'), seen: 'PENDING' }),
    ]);
    expect(await both).toEqual(['c1', 'c2']);
    expect([w.shown(), w.pending(), w.disk.outbox.size]).toEqual(['DELIVER', ['c2'], 1]);
    w.engine.network(true);
    await flush();
    expect(w.calls).toMatchObject([{ to: 'DELIVER', base: { rev: 1 } }]);
  });

  it('a double tap is one command', async () => {
    const w = await startedWorld();
    const ids = await Promise.all([w.engine.enqueue(w.request('ACCEPTED')), w.engine.enqueue(w.request('ACCEPTED'))]);
    await flush();
    expect([ids, w.pending(), w.calls.length]).toEqual([['c1', null], ['c1'], 1]);
  });
});

describe('several taps at once (offline engine, Lanes)', () => {
  const three = ['a', 'b', 'c'];

  it('are on disk together, each in its lane, under one batch', async () => {
    const w = await startedWorld();
    await w.learn(buildThing('PENDING', 1, 'b'), buildThing('PENDING', 1, 'c'));
    const ids = await w.engine.enqueueAll(three.map((id) => ({ ...w.request('ACCEPTED', id), batchId: 'batch' })));
    await flush();
    expect(ids).toEqual(['c1', 'c2', 'c3']);
    expect([...w.disk.outbox.values()].map((e) => [e.lane, e.batchId])).toEqual(
      three.map((id) => [`thing:${id}`, 'batch']),
    );
    expect(w.calls.map((c) => c.key)).toEqual(ids);
    // "18 de 20": a refused command does not affect the others of its batch.
    await w.call('c2').answer(conflict('COMPLETE', 4, 'b'));
    await w.call('c1').answer(applied('ACCEPTED', 2));
    expect([w.pending(), w.rejected()]).toEqual([['c3'], ['c2']]);
  });

  it('are none when the disk does not take them (offline engine, Quota)', async () => {
    const w = await startedWorld();
    w.disk.full = true;
    await expect(w.engine.enqueueAll(three.map((id) => w.request('ACCEPTED', id)))).rejects.toThrow('full');
    expect([w.disk.outbox.size, w.pending()]).toEqual([0, []]);
  });
});

describe('what the screen reads', () => {
  it('never shows an older version again (I8)', async () => {
    const w = await startedWorld();
    await w.learn(buildThing('DELIVER', 7));
    await w.learn(buildThing('PENDING', 3));
    expect(w.shown()).toBe('DELIVER');
    expect(w.disk.entities.get('thing:a')?.ver).toBe(7);
  });

  it('keeps the identity of what did not change, so that its card does not repaint', async () => {
    const w = await startedWorld();
    const other = buildThing('PENDING', 1, 'b');
    await w.learn(other);
    const card = w.engine.getView().entities.get('thing:b');
    await w.tap('ACCEPTED');
    expect(w.engine.getView().entities.get('thing:b')).toBe(card);
    const all = w.engine.getView().entities;
    await w.learn({ ...other, ver: 2 });
    expect(w.engine.getView().entities).toBe(all);
  });

  it('folds only the card of the command that was answered, however long the queue is', async () => {
    const folds: string[] = [];
    const w = await startedWorld({ applying: (to) => folds.push(to) });
    for (let n = 1; n <= 5_000; n += 1) {
      w.disk.outbox.set(n, buildEntry(n, `thing:${n}`, { body: { to: `to-${n}` } }));
      w.disk.entities.set(`thing:${n}`, buildThing('PENDING', 1, `${n}`));
    }
    await w.engine.reload();
    await flush();
    expect([folds.length, w.calls.length]).toEqual([5_000, 4]);
    folds.length = 0;
    await w.call('c1').answer(applied('to-1', 2, '1'));
    // c1's card has nothing left to fold; the card of the next command now shows as being sent.
    expect(folds).toEqual(['to-5']);
  });

  it('tells its listeners until they leave', async () => {
    const w = await startedWorld();
    const seen: (string | undefined)[] = [];
    const stop = w.engine.subscribe(() => seen.push(w.shown()));
    await w.learn(buildThing('DELIVER', 2));
    stop();
    await w.learn(buildThing('COMPLETE', 3));
    expect(seen).toEqual(['DELIVER']);
  });
});

describe('the end of a command', () => {
  it('is told to who waits for it, applied or refused (F-10, B-31)', async () => {
    const w = await startedWorld();
    await w.learn(buildThing('PENDING', 1, 'b'));
    const ends = [w.engine.settled(await w.tap('ACCEPTED')), w.engine.settled(await w.tap('ACCEPTED', 'b'))];
    await w.call('c1').answer(applied('ACCEPTED', 2));
    await w.call('c2').answer(conflict('COMPLETE', 5, 'b'));
    expect(await Promise.all(ends)).toMatchObject([
      { kind: 'applied' },
      { kind: 'refused', item: { entry: { cmdId: 'c2' }, found: 'COMPLETE' } },
    ]);
    expect(await w.engine.settled('c1')).toEqual({ kind: 'applied' });
  });

  it('is not called applied when its person took it back, before it left or after', async () => {
    const w = await startedWorld();
    w.engine.network(false);
    const unsent = w.engine.settled(await w.tap('ACCEPTED'));
    await w.engine.discard(['c1']);
    w.engine.network(true);
    const asked = w.engine.settled(await w.tap('DELIVER'));
    await w.engine.discard(['c2']);
    await w.call('c2').answer(unanswered);
    await w.pass(1_000);
    await w.call('c2').answer(refusedOutcome('expired'));
    expect(await Promise.all([unsent, asked])).toEqual([{ kind: 'discarded' }, { kind: 'discarded' }]);
  });
});

describe('the way to the server', () => {
  it('asks for a token once and goes on with it under the same id (N-18)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    await w.call('c1').answer({ kind: 'auth', generation: 0 });
    expect([w.renewals, w.calls.length]).toEqual([[0], 1]);
    await w.pass(29_999);
    expect(w.renewals).toEqual([0]);
    await w.pass(1);
    expect(w.renewals).toEqual([0, 0]);
    w.engine.tokenChanged(1);
    await flush();
    expect(w.calls.map((c) => c.key)).toEqual(['c1', 'c1']);
  });

  it('takes a write that is not answered within 15 s for unknown, never for failed (offline engine, Failures)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    await w.pass(14_999);
    expect(w.sync()).toBe('sending');
    await w.pass(1);
    expect([w.sync(), w.rejected(), w.calls.length]).toEqual(['queued', [], 1]);
    await w.pass(60_000);
    expect(w.calls.map((c) => c.key)).toContain('c1');
    expect(w.calls.length).toBeGreaterThan(1);
  });

  it('waits as long as the server says (offline engine, Failures)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    await w.call('c1').answer({ kind: 'unknown', retryAfterMs: 9_000, fault: false });
    await w.pass(8_999);
    expect(w.calls).toHaveLength(1);
    await w.pass(1);
    expect(w.calls).toHaveLength(2);
  });

  it('a bug in the sending of one command is a fault: it waits to be tried again, and nothing else stops (I1)', async () => {
    const sent: unknown[] = [];
    const commands = thingCommands((body) => {
      sent.push(body);
      if (isThingBody(body) && body.to === 'BROKEN') throw new TypeError('bug');
      return Promise.resolve(applied('ACCEPTED', 2, 'b'));
    });
    const w = await startedWorld({ commands });
    await w.tap('BROKEN');
    expect([w.pending(), w.sync(), w.rejected()]).toEqual([['c1'], 'queued', []]);
    await w.tap('ACCEPTED', 'b');
    expect(w.pending()).toEqual(['c1']);
    expect(sent).toEqual([{ to: 'BROKEN' }, { to: 'ACCEPTED' }, { to: 'BROKEN' }]);
    for (let n = 0; n < 7; n += 1) {
      w.sleep(100_000);
      w.engine.wake();
      await flush();
    }
    expect(w.entry('c1')?.held).toBe('poison');
  });

  it('stops with the engine: what comes back later changes nothing', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    w.engine.close();
    await w.call('c1').answer(applied('ACCEPTED', 2));
    expect([w.disk.outbox.size, w.shown()]).toEqual([1, 'ACCEPTED']);
    w.engine.nudged();
    await w.pass(60_000);
    expect(w.calls).toHaveLength(1);
  });
});
