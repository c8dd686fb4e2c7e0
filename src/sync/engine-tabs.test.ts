import { describe, expect, it } from 'vitest';
import { applied, buildEntry, buildThing, conflict } from '#testing/builders-sync.ts';
import { flush, startedWorld } from '#testing/engine-world.ts';
import { SlowReads } from '#testing/memory-outbox.ts';

async function slowWorld() {
  const disk = new SlowReads();
  disk.entities.set('thing:a', buildThing('PENDING', 1));
  return { ...(await startedWorld({ disk })), disk };
}

describe('two tabs on one disk (offline engine, Tabs)', () => {
  async function twoTabs() {
    const disk = new SlowReads();
    disk.entities.set('thing:a', buildThing('PENDING', 1));
    const leader = await startedWorld({ disk });
    const other = await startedWorld({ disk, tab: 'o' });
    await other.engine.lead(false);
    return { disk, leader, other };
  }

  it('the one that does not send appends and nudges; the one that sends picks it up', async () => {
    const { leader, other } = await twoTabs();
    await other.tap('ACCEPTED');
    expect([other.nudges(), other.calls, other.sync()]).toEqual([1, [], 'queued']);
    leader.engine.nudged();
    await leader.pass(1_000);
    await leader.call('o1').answer(applied('ACCEPTED', 2));
    await other.engine.reload();
    expect([other.shown(), other.sync(), other.rejected()]).toEqual(['ACCEPTED', 'synced', []]);
  });

  it('the one that sends looks by itself: the other may have died before its nudge (I7)', async () => {
    const { leader, other } = await twoTabs();
    await other.tap('ACCEPTED');
    await leader.pass(1_000);
    leader.engine.tick();
    await leader.pass(200);
    expect(leader.call('o1').to).toBe('ACCEPTED');
  });

  it('the one that sends hears of a discard and of a read refusal whose nudge was lost (I7)', async () => {
    const { leader, other } = await twoTabs();
    const look = async (): Promise<void> => {
      leader.engine.tick();
      await flush();
      await leader.pass(200);
    };
    const first = await leader.tap('ACCEPTED');
    await other.engine.reload();
    await other.engine.discard([first]);
    await look();
    expect(leader.entry(first)?.settling).toBe('discarded');
    await leader.call(first).answer(applied('ACCEPTED', 2));
    const second = await leader.tap('DELIVER');
    await leader.call(second).answer(conflict('COMPLETE', 4));
    await other.engine.reload();
    await other.engine.dismiss([second]);
    expect(leader.rejected()).toEqual([second]);
    await look();
    expect(leader.rejected()).toEqual([]);
  });

  it('it reads the entities again only when the commands differ', async () => {
    const { disk, leader } = await twoTabs();
    await leader.pass(1_000);
    const { reads } = disk;
    for (let n = 0; n < 5; n += 1) await leader.pass(30_000);
    expect(disk.reads).toBe(reads);
  });

  it('the end of a command of the other tab is told to who waits for it', async () => {
    const { leader, other } = await twoTabs();
    const end = other.engine.settled(await other.tap('ACCEPTED'));
    leader.engine.nudged();
    await leader.pass(1_000);
    await leader.call('o1').answer(conflict('COMPLETE', 4));
    await other.engine.reload();
    expect(await end).toMatchObject({ kind: 'refused', item: { code: 'conflict' } });
  });

  it('what one removed is gone in the other after a read (I3)', async () => {
    const { leader, other } = await twoTabs();
    await leader.engine.merge({ snapshots: [], removed: [{ type: 'thing', id: 'a' }], cursor: null });
    expect(other.shown()).toBe('PENDING');
    await other.engine.reload();
    expect(other.shown()).toBeUndefined();
  });

  it('a tap that replaced the command on its way out wins: the old one is not sent (I9)', async () => {
    const { leader, other } = await twoTabs();
    leader.engine.network(false);
    await leader.tap('ACCEPTED');
    await other.engine.reload();
    const enqueued = other.engine.enqueue(other.request('DELIVER'));
    leader.engine.network(true);
    await enqueued;
    await leader.pass(1_000);
    expect(leader.calls.map((c) => [c.key, c.to, c.base])).toEqual([['o1', 'DELIVER', { rev: 1 }]]);
  });

  it('taps of both on one card: the second depends on what it saw, and the server decides (I6)', async () => {
    const { leader, other } = await twoTabs();
    leader.engine.network(false);
    await leader.tap('ACCEPTED');
    await other.tap('DELIVER');
    expect([...leader.disk.outbox.values()].map((e) => [e.cmdId, e.base])).toEqual([
      ['c1', { rev: 1 }],
      ['o1', { rev: 1 }],
    ]);
    // The tap's transaction read the other command, so the card shows both at once.
    expect(other.pending()).toEqual(['c1', 'o1']);
  });

  it('several nudges are one read of the disk, at most every 200 ms', async () => {
    const { disk, other } = await twoTabs();
    await other.pass(1_000);
    const before = disk.reads;
    for (let n = 0; n < 5; n += 1) other.engine.nudged();
    await other.pass(0);
    expect(disk.reads - before).toBe(1);
    other.engine.nudged();
    other.engine.nudged();
    await other.pass(199);
    expect(disk.reads - before).toBe(1);
    await other.pass(1);
    expect(disk.reads - before).toBe(2);
  });
});

describe('taking over the sending (offline engine, Tabs)', () => {
  it('reads first what the one before left on disk: what it settled is not sent again (I2)', async () => {
    const w = await slowWorld();
    await w.engine.lead(false);
    await w.tap('ACCEPTED');
    // The previous sender has settled c1 and tried another command three times.
    w.disk.outbox.clear();
    w.disk.outbox.set(9, buildEntry(9, 'thing:b', { attempts: 3 }));
    w.disk.slow = true;
    const leading = w.engine.lead(true);
    await flush();
    expect(w.calls).toEqual([]);
    w.disk.release();
    await leading;
    await flush();
    expect([w.calls.map((c) => c.key), w.entry('c9')?.attempts]).toEqual([['c9'], 4]);
  });

  it('is given up again when it was lost during that read', async () => {
    const w = await slowWorld();
    await w.engine.lead(false);
    await w.tap('ACCEPTED');
    w.disk.slow = true;
    const leading = w.engine.lead(true);
    const lost = w.engine.lead(false);
    w.disk.release();
    await Promise.all([leading, lost]);
    await flush();
    expect([w.calls, w.sync()]).toEqual([[], 'queued']);
  });
});
