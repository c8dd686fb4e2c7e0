import { describe, expect, it } from 'vitest';
import { buildThing, thingType } from '#testing/builders-sync.ts';
import { flush, startedWorld } from '#testing/engine-world.ts';
import { caughtUp, thingChange, listening, whole } from '#testing/feed-world.ts';
import type { FeedAnswer, FeedChange } from './feed.ts';

const delta = (head: number, ...changes: FeedChange[]): FeedAnswer => ({ head, epoch: 0, reset: false, changes });

describe('the first read', () => {
  it('starts from nothing with the whole state, and drops what is not in it (I3)', async () => {
    const f = await listening();
    void f.feed.catchUp();
    expect(f.questions()).toEqual([null]);
    await f.asked[0]?.answer(whole(9, thingChange(9, 'ACCEPTED', 4, 'b')));
    expect([...thingType.shown(f.engine.getView()).keys()]).toEqual(['b']);
    expect([...f.disk.entities.keys()]).toEqual(['thing:b']);
    expect([f.disk.cursors['admin'], f.feed.cursor, f.fresh()]).toEqual([9, 9, 1]);
  });

  it('of a feed without entities drops nothing that another feed brought (I3, R-27)', async () => {
    const f = await listening([]);
    void f.feed.catchUp();
    await f.asked[0]?.answer(whole(9));
    expect(f.shown()).toBe('PENDING');
  });

  it('keeps what has a pending command even when it does not list it (I1)', async () => {
    const f = await listening();
    await f.tap('ACCEPTED');
    void f.feed.catchUp();
    await f.asked[0]?.answer(whole(9));
    expect(f.shown()).toBe('ACCEPTED');
  });

  it('keeps what came or moved while the answer was on its way: that is newer (I8, I10)', async () => {
    const f = await listening();
    await f.learn(buildThing('PENDING', 1, 'still'));
    void f.feed.catchUp();
    await f.learn(buildThing('DELIVER', 2), buildThing('PENDING', 1, 'new'));
    await f.asked[0]?.answer(whole(9));
    expect([f.shown(), f.shown('new'), f.shown('still')]).toEqual(['DELIVER', 'PENDING', undefined]);
  });

  it('lets the queue go: an answer says that the server can be reached (offline engine, Failures)', async () => {
    const f = await listening();
    f.engine.network(false);
    await f.tap('ACCEPTED');
    expect(f.calls).toEqual([]);
    void f.feed.catchUp();
    await f.asked[0]?.answer(whole(9));
    expect(f.calls.map((c) => c.key)).toEqual(['c1']);
  });
});

describe('an event', () => {
  it('that is the next one is applied without asking (R-20, R-21)', async () => {
    const f = await caughtUp();
    await f.feed.event(thingChange(4, 'ACCEPTED', 2));
    expect([f.shown(), f.feed.cursor, f.seen, f.questions().length]).toEqual(['ACCEPTED', 4, [4], 1]);
  });

  it('that overtakes an answer is told once, and what the answer says of the time before it is not (I8)', async () => {
    const f = await caughtUp();
    void f.feed.catchUp();
    await f.feed.events([thingChange(4, 'ACCEPTED', 2), thingChange(5, 'DELIVER', 3)]);
    expect([f.shown(), f.feed.cursor, f.seen]).toEqual(['DELIVER', 5, [4, 5]]);
    await f.asked[1]?.answer(delta(4, thingChange(4, 'ACCEPTED', 2)));
    expect([f.shown(), f.feed.cursor, f.seen, f.disk.cursors['admin']]).toEqual(['DELIVER', 5, [4, 5], 5]);
  });

  it('that comes again changes nothing', async () => {
    const f = await caughtUp();
    await f.feed.event(thingChange(3, 'DELIVER', 9));
    expect([f.shown(), f.seen, f.questions().length]).toEqual(['PENDING', [], 1]);
  });

  it('may take something away', async () => {
    const f = await caughtUp();
    await f.feed.event({ ...thingChange(4, '', 0), snapshot: null, removed: { type: 'thing', id: 'a' } });
    expect([f.shown(), f.disk.entities.size]).toEqual([undefined, 0]);
  });

  it('behind a gap shows what it carries at once, and asks for what was lost (R-29, I3)', async () => {
    const f = await caughtUp();
    void f.feed.event(thingChange(6, 'DELIVER', 3));
    await flush();
    expect([f.shown(), f.feed.cursor, f.questions()]).toEqual(['DELIVER', 3, [null, 3]]);
    await f.asked[1]?.answer(
      delta(6, thingChange(4, 'PENDING', 1, 'b'), thingChange(5, 'ACCEPTED', 2), thingChange(6, 'DELIVER', 3)),
    );
    expect([f.shown(), f.shown('b'), f.disk.cursors['admin'], f.seen]).toEqual(['DELIVER', 'PENDING', 6, [4, 5, 6]]);
  });

  it('that does not say how something moved asks, though it is the next one', async () => {
    const f = await caughtUp();
    void f.feed.event({ ...thingChange(4, '', 0), snapshot: null, incomplete: true });
    await flush();
    expect([f.feed.cursor, f.questions()]).toEqual([3, [null, 3]]);
  });

  it('in a burst is merged with the others at once; only the last state of each entity counts (I8)', async () => {
    const f = await caughtUp();
    let paints = 0;
    f.engine.subscribe(() => (paints += 1));
    await f.feed.events([
      thingChange(3, 'DELIVER', 9),
      thingChange(4, 'ACCEPTED', 2),
      thingChange(5, 'PENDING', 1, 'b'),
      thingChange(6, 'DELIVER', 3),
      { ...thingChange(7, '', 0), snapshot: null, removed: { type: 'thing', id: 'b' } },
    ]);
    expect([f.shown(), f.shown('b'), f.feed.cursor, f.seen, f.questions().length]).toEqual([
      'DELIVER',
      undefined,
      7,
      [4, 5, 6, 7],
      1,
    ]);
    expect([paints, [...f.disk.entities.keys()], f.disk.cursors['admin']]).toEqual([1, ['thing:a'], 7]);
  });

  it('in a burst with a gap shows everything at once, and asks from before the gap (R-29, I3)', async () => {
    const f = await caughtUp();
    void f.feed.events([
      thingChange(4, 'ACCEPTED', 2),
      thingChange(6, 'DELIVER', 3),
      thingChange(7, 'PENDING', 1, 'b'),
    ]);
    await flush();
    expect([f.shown(), f.shown('b'), f.feed.cursor, f.questions()]).toEqual(['DELIVER', 'PENDING', 4, [null, 4]]);
  });

  it('that another tab wrote to the disk first is told here too', async () => {
    const f = await caughtUp();
    f.disk.cursors['admin'] = 5;
    await f.engine.reload();
    await f.feed.event(thingChange(4, 'ACCEPTED', 2));
    expect([f.seen, f.shown(), f.feed.cursor, f.disk.cursors['admin']]).toEqual([[4], 'ACCEPTED', 4, 5]);
    void f.feed.catchUp();
    await f.asked[1]?.answer(delta(5, thingChange(5, 'DELIVER', 3)));
    expect([f.questions(), f.seen, f.shown()]).toEqual([[null, 4], [4, 5], 'DELIVER']);
  });

  it('before the first read asks for everything', async () => {
    const f = await listening();
    void f.feed.event(thingChange(8, 'DELIVER', 5));
    await flush();
    expect([f.shown(), f.questions()]).toEqual(['DELIVER', [null]]);
  });
});

describe('the head (docs/offline-engine.md, feed)', () => {
  it('that is known says that the data is fresh', async () => {
    const f = await caughtUp();
    await f.feed.head(3);
    expect([f.questions().length, f.fresh()]).toEqual([1, 2]);
  });

  it('that is ahead asks: the last event was lost (I10)', async () => {
    const f = await caughtUp();
    void f.feed.head(4);
    expect([f.questions(), f.fresh()]).toEqual([[null, 3], 1]);
    await f.asked[1]?.answer(delta(4, thingChange(4, 'ACCEPTED', 2)));
    expect([f.shown(), f.fresh()]).toEqual(['ACCEPTED', 2]);
  });
});

describe('catching up', () => {
  it('keeps its place when the network fails, and asks again from there (I3)', async () => {
    const f = await caughtUp();
    const failed = f.feed.catchUp();
    await f.asked[1]?.answer(null);
    await expect(failed).resolves.toBeUndefined();
    expect([f.feed.cursor, f.fresh()]).toEqual([3, 1]);
    void f.feed.catchUp();
    expect(f.questions()).toEqual([null, 3, 3]);
  });

  it('is one read at a time: calls during it are answered by one more after it', async () => {
    const f = await caughtUp();
    for (let n = 0; n < 5; n += 1) void f.feed.catchUp();
    expect(f.questions()).toEqual([null, 3]);
    await f.asked[1]?.answer(delta(5));
    expect(f.questions()).toEqual([null, 3, 5]);
    await f.asked[2]?.answer(delta(5));
    expect(f.questions()).toEqual([null, 3, 5]);
  });

  it('on a new connection does not wait for a read that hangs on the old one (I10)', async () => {
    const f = await caughtUp();
    void f.feed.catchUp();
    const anew = f.feed.catchUp(true);
    expect(f.questions()).toEqual([null, 3, 3]);
    await f.asked[2]?.answer(delta(5, thingChange(5, 'DELIVER', 4)));
    await anew;
    expect([f.shown(), f.feed.cursor]).toEqual(['DELIVER', 5]);
    // The old read returns after all: it changes nothing and causes no new read.
    await f.asked[1]?.answer(delta(4, thingChange(4, 'ACCEPTED', 2)));
    expect([f.shown(), f.feed.cursor, f.disk.cursors['admin']]).toEqual(['DELIVER', 5, 5]);
    expect(f.questions()).toHaveLength(3);
  });

  it('is still one read at a time when the one that hung comes back first', async () => {
    const f = await caughtUp();
    void f.feed.catchUp();
    void f.feed.catchUp(true);
    await f.asked[1]?.answer(null);
    void f.feed.catchUp();
    expect(f.questions()).toEqual([null, 3, 3]);
    await f.asked[2]?.answer(delta(5));
    expect(f.questions()).toEqual([null, 3, 3, 5]);
  });

  it('drops the whole state of a read that a newer one has overtaken (I10)', async () => {
    const f = await listening();
    void f.feed.catchUp();
    const anew = f.feed.catchUp(true);
    await f.asked[1]?.answer(whole(5, thingChange(5, 'DELIVER', 5)));
    await anew;
    await f.asked[0]?.answer(whole(3, thingChange(3, 'PENDING', 1)));
    expect([f.feed.cursor, f.shown(), f.seen]).toEqual([5, 'DELIVER', [5]]);
  });

  it('goes back only on a reset: the numbers of the server began anew', async () => {
    const f = await caughtUp();
    void f.feed.catchUp();
    await f.asked[1]?.answer(delta(2));
    expect([f.feed.cursor, f.disk.cursors['admin']]).toEqual([3, 3]);
    void f.feed.catchUp();
    await f.asked[2]?.answer(whole(1, thingChange(1, 'ACCEPTED', 7)));
    expect([f.feed.cursor, f.disk.cursors['admin'], f.shown()]).toEqual([1, 1, 'ACCEPTED']);
  });

  it('goes on after a restart from where the disk says', async () => {
    const f = await caughtUp();
    const next = await startedWorld({ disk: f.disk });
    expect(next.engine.getView().cursors).toEqual({ admin: 3 });
  });
});
