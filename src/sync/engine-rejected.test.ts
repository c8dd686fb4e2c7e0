import { describe, expect, it } from 'vitest';
import { applied, buildThing, conflict, unanswered, refusedOutcome, serverFault } from '#testing/builders-sync.ts';
import { flush, startedWorld } from '#testing/engine-world.ts';
import { MemoryOutbox, SlowReads } from '#testing/memory-outbox.ts';

const minute = 60_000;

async function woken(w: Awaited<ReturnType<typeof startedWorld>>): Promise<void> {
  w.engine.wake();
  await flush();
}

/** c1 gets eight 5xx in ten and a half minutes, while the server serves c2 of another lane. */
async function poisoned(faults = 8, disk = new MemoryOutbox()) {
  const w = await startedWorld({ disk });
  await w.learn(buildThing('PENDING', 1));
  await w.learn(buildThing('PENDING', 1, 'b'));
  await w.tap('ACCEPTED');
  await w.tap('ACCEPTED', 'b');
  await w.call('c1').answer(serverFault);
  await w.call('c2').answer(applied('ACCEPTED', 2, 'b'));
  for (let n = 1; n < faults; n += 1) {
    w.sleep(1.5 * minute);
    await woken(w);
    await w.call('c1').answer(serverFault);
  }
  return w;
}

describe('a refusal', () => {
  it('takes the change back and keeps who, what and when on the rejected list (B-31, F-10, N-16)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    await w.call('c1').answer(conflict('COMPLETE', 5));
    expect([w.shown(), w.sync(), w.pending(), w.disk.outbox.size]).toEqual(['COMPLETE', 'synced', [], 0]);
    const [item] = w.engine.getView().rejected;
    expect(item).toMatchObject({
      entry: { cmdId: 'c1', seen: 'PENDING', body: { to: 'ACCEPTED' } },
      kind: 'refused',
      code: 'conflict',
      message: 'El pedido fue modificado desde otro dispositivo.',
      found: 'COMPLETE',
      by: 'Ana',
      at: '2026-11-21T23:14:00.000Z',
    });
    expect(w.disk.rejected.get('c1')).toEqual(item);
  });

  it('takes along what was built on it: nothing of it is sent (offline engine, Lanes; I1)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    await w.tap('DELIVER');
    await w.call('c1').answer(conflict('COMPLETE', 5));
    expect([w.rejected(), w.pending(), w.shown()]).toEqual([['c1', 'c2'], [], 'COMPLETE']);
    expect([...w.disk.rejected.keys()]).toEqual(['c1', 'c2']);
    expect(w.calls.map((c) => c.key)).toEqual(['c1']);
  });

  it('of an id that the server knows with another content is shown like any other (N-16)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    await w.call('c1').answer(refusedOutcome('idempotency_mismatch'));
    expect(w.engine.getView().rejected.map((r) => [r.kind, r.code])).toEqual([['refused', 'idempotency_mismatch']]);
    expect([w.shown(), w.calls.length]).toEqual(['PENDING', 1]);
  });

  it('stays after a restart, until its person has read it (offline engine, principle 4)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    await w.call('c1').answer(conflict('COMPLETE', 5));
    const next = await startedWorld({ disk: w.disk });
    expect(next.rejected()).toEqual(['c1']);
    await next.engine.dismiss(['c1']);
    expect([next.rejected(), w.disk.rejected.size]).toEqual([[], 0]);
    expect((await startedWorld({ disk: w.disk })).rejected()).toEqual([]);
  });
});

describe('"Aplicar igual"', () => {
  it('is a new command on what is there now; the item leaves the rejected list with it (offline engine, What people see; I6)', async () => {
    const w = await startedWorld();
    await w.tap('DELIVER');
    await w.call('c1').answer(conflict('ACCEPTED', 5));
    const [item] = w.engine.getView().rejected;
    expect(item && w.engine.canApplyAgain(item)).toBe(true);
    expect(await w.engine.applyAgain('c1')).toBe('c2');
    expect([w.rejected(), w.disk.rejected.size, [...w.disk.outbox.values()].map((e) => e.cmdId)]).toEqual([
      [],
      0,
      ['c2'],
    ]);
    await flush();
    expect(w.entry('c2')).toMatchObject({ base: { rev: 5 }, seen: 'ACCEPTED', body: { to: 'DELIVER' } });
    expect(w.call('c2').base).toEqual({ rev: 5 });
    await w.call('c2').answer(applied('DELIVER', 6));
    expect([w.shown(), w.sync()]).toEqual(['DELIVER', 'synced']);
  });

  it('leaves everything as it was when the disk does not take it (offline engine, Quota)', async () => {
    const w = await startedWorld();
    await w.tap('DELIVER');
    await w.call('c1').answer(conflict('ACCEPTED', 5));
    w.disk.full = true;
    await expect(w.engine.applyAgain('c1')).rejects.toThrow('full');
    expect([w.rejected(), w.pending(), w.disk.rejected.size]).toEqual([['c1'], [], 1]);
  });

  it.each([
    ['the rule forbids it on what is there now', 'DELIVER', 'COMPLETE'],
    ['it is so already', 'DELIVER', 'DELIVER'],
  ])('is not offered when %s', async (_, to, found) => {
    const w = await startedWorld();
    await w.tap(to);
    await w.call('c1').answer(conflict(found, 5));
    const [item] = w.engine.getView().rejected;
    expect(item && w.engine.canApplyAgain(item)).toBe(false);
    expect(await w.engine.applyAgain('c1')).toBeNull();
    expect([w.rejected(), w.pending()]).toEqual([['c1'], []]);
  });

  it('follows what the screen shows, pending changes included', async () => {
    const w = await startedWorld();
    await w.tap('DELIVER');
    await w.call('c1').answer(conflict('ACCEPTED', 5));
    await w.tap('DELIVER');
    const [item] = w.engine.getView().rejected;
    expect(item && w.engine.canApplyAgain(item)).toBe(false);
  });

  it('knows nothing of an item that is gone', async () => {
    const w = await startedWorld();
    expect(await w.engine.applyAgain('c9')).toBeNull();
  });
});

describe('poison (offline engine, Failures)', () => {
  it('waits where it can be seen, its change still on the screen, while other lanes go on', async () => {
    const w = await poisoned();
    await w.tap('DELIVER');
    expect(w.entry('c1')).toMatchObject({ held: 'poison', attempts: 8 });
    expect(w.disk.outbox.get(1)).toMatchObject({ held: 'poison' });
    expect(w.calls.filter((c) => c.key === 'c1')).toHaveLength(8);
    const tries = w.calls.length;
    await w.pass(60 * minute);
    await woken(w);
    expect(w.calls.length).toBe(tries);
    expect([w.shown(), w.sync(), w.rejected()]).toEqual(['DELIVER', 'queued', []]);
    await w.tap('DELIVER', 'b');
    expect(w.call('c4')).toMatchObject({ to: 'DELIVER' });
  });

  it('stays held when the disk was being read just then', async () => {
    const disk = new SlowReads();
    const w = await poisoned(7, disk);
    w.sleep(1.5 * minute);
    await woken(w);
    disk.slow = true;
    const reading = w.engine.reload();
    await flush();
    await w.call('c1').answer(serverFault);
    disk.release();
    await reading;
    expect([w.entry('c1')?.held, w.calls.filter((c) => c.key === 'c1').length]).toEqual(['poison', 8]);
  });

  it('stays held after a restart', async () => {
    const w = await poisoned();
    const next = await startedWorld({ disk: w.disk });
    expect([next.entry('c1')?.held, next.calls]).toEqual(['poison', []]);
  });

  it('"Reintentar" sends it again with the same id, and it may grow poisonous again only as slowly', async () => {
    const w = await poisoned();
    await w.engine.retry(['c1']);
    await flush();
    expect([w.entry('c1')?.held, w.disk.outbox.get(1)?.held, w.sync()]).toEqual([null, null, 'sending']);
    await w.call('c1').answer(serverFault);
    expect(w.entry('c1')?.held).toBeNull();
    await woken(w);
    await w.call('c1').answer(applied('ACCEPTED', 2));
    expect([w.pending(), w.shown()]).toEqual([[], 'ACCEPTED']);
  });
});

describe('"Descartar"', () => {
  it('drops what never left at once, with everything behind it in its lane', async () => {
    const w = await startedWorld();
    w.engine.network(false);
    await w.tap('ACCEPTED');
    await w.tap('ACCEPTED', 'b');
    await w.engine.discard(['c1']);
    expect([w.pending(), w.shown(), w.rejected(), w.disk.outbox.size]).toEqual([['c2'], 'PENDING', [], 1]);
  });

  it('of what may have arrived asks the server, and drops it on its word that it was not applied (I1)', async () => {
    const w = await poisoned();
    await w.tap('DELIVER');
    await w.engine.discard(['c1']);
    await flush();
    expect([w.pending(), w.entry('c1')?.settling]).toEqual([['c1'], 'discarded']);
    expect(w.call('c1')).toMatchObject({ key: 'c1', settleOnly: true });
    await w.call('c1').answer(refusedOutcome('expired', {}, buildThing('PENDING', 1)));
    expect([w.pending(), w.rejected(), w.disk.outbox.size, w.disk.rejected.size]).toEqual([[], [], 0, 0]);
    expect(w.shown()).toBe('PENDING');
  });

  it('keeps the effect when the server had applied it: the screen shows it (I3)', async () => {
    const w = await poisoned();
    await w.engine.discard(['c1']);
    await flush();
    await w.call('c1').answer(applied('ACCEPTED', 2));
    expect([w.pending(), w.rejected(), w.shown(), w.sync()]).toEqual([[], [], 'ACCEPTED', 'synced']);
  });

  it('is remembered: no answer and a restart ask again, and never apply it (I1, I2)', async () => {
    const w = await poisoned();
    await w.engine.discard(['c1']);
    await flush();
    await w.call('c1').answer(unanswered);
    const next = await startedWorld({ disk: w.disk });
    expect(next.calls.map((c) => [c.key, c.settleOnly])).toEqual([['c1', true]]);
  });

  it('of what is in flight waits for its answer', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    await w.engine.discard(['c1']);
    expect([w.pending(), w.calls.map((c) => c.settleOnly)]).toEqual([['c1'], [false]]);
    await w.call('c1').answer(unanswered);
    await woken(w);
    expect(w.calls.at(-1)).toMatchObject({ key: 'c1', settleOnly: true });
    await w.call('c1').answer(refusedOutcome('expired'));
    expect([w.pending(), w.rejected()]).toEqual([[], []]);
  });

  it('in another tab reaches the one that sends (offline engine, Tabs)', async () => {
    const w = await poisoned();
    const other = await startedWorld({ disk: w.disk, tab: 'o' });
    await other.engine.lead(false);
    await other.engine.discard(['c1']);
    expect(other.nudges()).toBe(1);
    w.engine.nudged();
    await w.pass(1_000);
    expect(w.call('c1').settleOnly).toBe(true);
    await w.call('c1').answer(refusedOutcome('expired'));
    await other.engine.reload();
    expect([other.pending(), other.rejected()]).toEqual([[], []]);
  });
});

describe('a disk of nothing', () => {
  it('has an empty rejected list and nothing to say', async () => {
    const w = await startedWorld({ disk: new MemoryOutbox() });
    expect([w.rejected(), w.pending(), w.shown()]).toEqual([[], [], undefined]);
  });
});
