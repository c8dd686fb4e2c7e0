import { describe, expect, it } from 'vitest';
import { applied, buildThing, conflict } from '#testing/builders-sync.ts';
import { flush, startedWorld } from '#testing/engine-world.ts';
import { SlowReads } from '#testing/memory-outbox.ts';

async function slowWorld() {
  const disk = new SlowReads();
  disk.entities.set('thing:a', buildThing('PENDING', 1));
  return { ...(await startedWorld({ disk })), disk };
}

describe('a disk that fails (offline engine, Quota)', () => {
  it('owes what the server said, and writes it with the next thing that is learned', async () => {
    const w = await startedWorld();
    w.disk.full = true;
    await w.learn(buildThing('DELIVER', 5));
    expect([w.shown(), w.disk.entities.get('thing:a')?.ver]).toEqual(['DELIVER', 1]);
    // A read in between does not return memory to the older version (I8).
    await w.engine.reload();
    expect(w.shown()).toBe('DELIVER');
    w.disk.full = false;
    await w.learn(buildThing('PENDING', 1, 'b'));
    expect([...w.disk.entities.values()].map((s) => [s.id, s.ver])).toEqual([
      ['a', 5],
      ['b', 1],
    ]);
  });

  it('writes what it owes as soon as any write succeeds, for a restart without a network', async () => {
    const w = await startedWorld();
    w.disk.full = true;
    await w.learn(buildThing('DELIVER', 5));
    w.disk.full = false;
    await w.pass(1_000);
    expect(w.disk.entities.get('thing:a')?.ver).toBe(5);
  });

  it('writes what it owes before a tap: a command on disk has its thing there too (I1)', async () => {
    const w = await startedWorld();
    w.disk.full = true;
    await w.learn(buildThing('PENDING', 1, 'b'));
    w.disk.full = false;
    await w.tap('ACCEPTED', 'b');
    expect([[...w.disk.outbox.values()].map((e) => e.entityId), w.disk.entities.get('thing:b')?.ver]).toEqual([
      ['b'],
      1,
    ]);
  });

  it('owes a removal too: what the server took away does not come back (I3)', async () => {
    const w = await startedWorld();
    w.disk.full = true;
    await w.engine.merge({ snapshots: [], removed: [{ type: 'thing', id: 'a' }], cursor: null });
    await w.engine.reload();
    expect(w.shown()).toBeUndefined();
    w.disk.full = false;
    await w.learn(buildThing('PENDING', 1, 'b'));
    expect([...w.disk.entities.keys()]).toEqual(['thing:b']);
  });

  it('owes what came with an answer too', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    w.disk.full = true;
    await w.call('c1').answer(applied('ACCEPTED', 2));
    w.disk.full = false;
    await w.learn(buildThing('PENDING', 1, 'b'));
    expect(w.disk.entities.get('thing:a')).toEqual(buildThing('ACCEPTED', 2));
  });

  it('forgets nothing that is learned while the disk is read, at whatever moment (I3)', async () => {
    for (let moment = 0; moment < 30; moment += 1) {
      const w = await startedWorld();
      const read = w.engine.reload();
      for (let n = 0; n < moment; n += 1) await Promise.resolve();
      void w.learn(buildThing('DELIVER', 5, 'b'));
      await read;
      await flush();
      expect([moment, w.shown('b')]).toEqual([moment, 'DELIVER']);
    }
  });

  it('does not hide what another tab learned since behind what it owes (I3)', async () => {
    const w = await startedWorld();
    w.disk.full = true;
    await w.learn(buildThing('ACCEPTED', 2));
    // The other tab wrote first when the disk worked again.
    w.disk.entities.set('thing:a', buildThing('DELIVER', 3));
    await w.engine.reload();
    expect(w.shown()).toBe('DELIVER');
  });

  it('is said until it works again', async () => {
    const w = await startedWorld();
    w.disk.full = true;
    await w.learn(buildThing('DELIVER', 5));
    expect([w.diskErrors.length, w.diskWorks()]).toEqual([1, false]);
    w.disk.full = false;
    await w.learn(buildThing('DELIVER', 7));
    expect([w.diskErrors.length, w.diskWorks()]).toEqual([1, true]);
  });

  it('while a command is acknowledged: it is written when the disk works again, not sent again (I1, I2)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    w.disk.full = true;
    await w.call('c1').answer(applied('ACCEPTED', 2));
    expect([w.shown(), w.sync(), w.disk.outbox.size]).toEqual(['ACCEPTED', 'synced', 1]);
    w.disk.full = false;
    // Any successful write; here the tick of the sending tab.
    await w.pass(1_000);
    expect([w.calls.length, w.shown(), w.sync(), w.disk.outbox.size]).toEqual([1, 'ACCEPTED', 'synced', 0]);
    expect(w.disk.entities.get('thing:a')?.ver).toBe(2);
  });

  it('while a refusal is written: it is on the rejected list on disk when the disk works again (offline engine, principle 4)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    w.disk.full = true;
    await w.call('c1').answer(conflict('COMPLETE', 5));
    expect([w.rejected(), w.disk.rejected.size]).toEqual([['c1'], 0]);
    await w.engine.reload();
    expect([w.rejected(), w.pending()]).toEqual([['c1'], []]);
    w.disk.full = false;
    await w.pass(1_000);
    expect([w.calls.length, w.rejected(), [...w.disk.rejected.keys()], w.pending()]).toEqual([1, ['c1'], ['c1'], []]);
    expect(w.disk.outbox.size).toBe(0);
  });

  it('fills up again just then: what is settled stays settled and owed', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    w.disk.full = true;
    await w.call('c1').answer(conflict('COMPLETE', 5));
    w.disk.takes = 1;
    await w.pass(1_000);
    expect([w.rejected(), w.pending(), w.disk.rejected.size]).toEqual([['c1'], [], 0]);
    w.disk.full = false;
    await w.pass(1_000);
    expect([w.calls.length, w.rejected(), w.disk.rejected.size, w.disk.outbox.size]).toEqual([1, ['c1'], 1, 0]);
  });

  it('and a tap just after: it depends on what was settled, not on what is on disk still (I6)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    w.disk.full = true;
    await w.call('c1').answer(conflict('COMPLETE', 5));
    w.disk.full = false;
    await w.tap('PENDING');
    expect(w.call('c2').base).toEqual({ rev: 5 });
  });

  it('in a tab that may no longer send: the next one finds out by itself (offline engine, Tabs)', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    w.disk.full = true;
    await w.call('c1').answer(applied('ACCEPTED', 2));
    await w.engine.lead(false);
    w.disk.full = false;
    await w.engine.reload();
    expect([w.pending(), w.disk.outbox.size]).toEqual([['c1'], 1]);
  });

  it('does not stop what would empty it: commands on disk are sent (I7)', async () => {
    const w = await startedWorld();
    w.engine.network(false);
    await w.tap('ACCEPTED');
    w.disk.full = true;
    w.engine.network(true);
    await flush();
    expect(w.call('c1').to).toBe('ACCEPTED');
  });

  it('loses no refused item whose dismissal it did not take', async () => {
    const w = await startedWorld();
    await w.tap('ACCEPTED');
    await w.call('c1').answer(conflict('COMPLETE', 5));
    w.disk.full = true;
    await expect(w.engine.dismiss(['c1'])).rejects.toThrow('full');
    w.disk.full = false;
    await w.engine.reload();
    expect(w.rejected()).toEqual(['c1']);
  });
});

describe('a read of the disk under way', () => {
  it('does not bring back what was settled meanwhile (I2)', async () => {
    const w = await slowWorld();
    await w.tap('ACCEPTED');
    w.disk.slow = true;
    const reading = w.engine.reload();
    await flush();
    await w.call('c1').answer(applied('ACCEPTED', 2));
    w.disk.release();
    await reading;
    expect([w.pending(), w.shown(), w.sync()]).toEqual([[], 'ACCEPTED', 'synced']);
    await flush();
    expect([w.calls.length, w.disk.outbox.size]).toEqual([1, 0]);
  });

  it('does not lose what only an answer brought meanwhile (I8)', async () => {
    const w = await slowWorld();
    await w.tap('ACCEPTED');
    w.disk.slow = true;
    const reading = w.engine.reload();
    await flush();
    await w.call('c1').answer({
      kind: 'applied',
      snapshots: [buildThing('ACCEPTED', 2), buildThing('PENDING', 1, 'new')],
    });
    w.disk.release();
    await reading;
    expect([w.shown(), w.shown('new')]).toEqual(['ACCEPTED', 'PENDING']);
  });

  it('does not hide what was refused meanwhile (offline engine, principle 4)', async () => {
    const w = await slowWorld();
    await w.tap('ACCEPTED');
    w.disk.slow = true;
    const reading = w.engine.reload();
    await flush();
    await w.call('c1').answer(conflict('COMPLETE', 5));
    w.disk.release();
    await reading;
    expect([w.rejected(), w.pending()]).toEqual([['c1'], []]);
    await flush();
    expect([w.rejected(), [...w.disk.rejected.keys()]]).toEqual([['c1'], ['c1']]);
  });

  it('does not show again what was read and dismissed meanwhile', async () => {
    const w = await slowWorld();
    await w.tap('ACCEPTED');
    await w.call('c1').answer(conflict('COMPLETE', 5));
    const seenLists: string[][] = [];
    w.disk.slow = true;
    const reading = w.engine.reload();
    const dismissed = w.engine.dismiss(['c1']);
    w.engine.subscribe(() => seenLists.push(w.rejected()));
    w.disk.release();
    await Promise.all([reading, dismissed]);
    await flush();
    expect(seenLists.flat()).toEqual([]);
  });

  it('does not forget what the server said meanwhile (I8)', async () => {
    const w = await slowWorld();
    w.disk.slow = true;
    const reading = w.engine.reload();
    const learned = w.learn(buildThing('DELIVER', 5), buildThing('PENDING', 1, 'new'));
    w.disk.release();
    await reading;
    expect([w.shown(), w.shown('new')]).toEqual(['DELIVER', 'PENDING']);
    await learned;
  });
});
