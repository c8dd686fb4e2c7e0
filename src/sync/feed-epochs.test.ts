import { describe, expect, it } from 'vitest';
import { buildThing } from '#testing/builders-sync.ts';
import { caughtUp, thingChange } from '#testing/feed-world.ts';
import type { FeedAnswer, FeedChange } from './feed.ts';

describe('an answer of a server that went back in time', () => {
  const from = 1_000;
  const restored = (...changes: FeedChange[]): FeedAnswer => ({ head: from, epoch: from, reset: true, changes });

  it('replaces what this device had, in memory and on disk (I3)', async () => {
    const f = await caughtUp();
    await f.learn(buildThing('DELIVER', 9), buildThing('PENDING', 1, 'lost'));
    void f.feed.catchUp();
    await f.asked[1]?.answer(restored(thingChange(from, 'PENDING', from)));
    expect([f.shown(), f.shown('lost'), f.feed.cursor]).toEqual(['PENDING', undefined, from]);
    expect([...f.disk.entities.values()].map((s) => [s.id, s.ver])).toEqual([['a', from]]);
  });

  it('drops what moved while it was on its way: only the new state counts', async () => {
    const f = await caughtUp();
    void f.feed.catchUp();
    await f.learn(buildThing('PENDING', 7, 'moved'));
    await f.asked[1]?.answer(restored(thingChange(from, 'PENDING', from)));
    expect([f.shown('moved'), [...f.disk.entities.keys()]]).toEqual([undefined, ['thing:a']]);
  });

  it('keeps an entity that is gone as long as a command waits for it, and the command (I1)', async () => {
    const f = await caughtUp();
    await f.learn(buildThing('PENDING', 1, 'lost'));
    await f.tap('ACCEPTED', 'lost');
    void f.feed.catchUp();
    await f.asked[1]?.answer(restored(thingChange(from, 'PENDING', from)));
    expect([f.shown('lost'), f.disk.outbox.size]).toEqual(['ACCEPTED', 1]);
    await f.calls[0]?.answer({
      kind: 'refused',
      code: 'not_found',
      message: '',
      snapshots: [],
      found: null,
      by: null,
      at: null,
    });
    expect([f.shown('lost'), f.disk.rejected.size, [...f.disk.entities.keys()]]).toEqual([undefined, 1, ['thing:a']]);
  });

  it('clears the disk of what only a tab knew that has ended (I3)', async () => {
    const f = await caughtUp();
    void f.feed.catchUp();
    await f.asked[1]?.answer(restored(thingChange(from, 'PENDING', from)));
    f.disk.entities.set('thing:left', buildThing('PENDING', 2, 'left'));
    await f.engine.reload();
    expect([...f.disk.entities.keys()]).toEqual(['thing:a']);
  });

  it('is followed by nothing older: a late answer about the lost state changes nothing (I8)', async () => {
    const f = await caughtUp();
    void f.feed.catchUp();
    await f.asked[1]?.answer(restored());
    await f.learn(buildThing('DELIVER', 9, 'late'));
    expect(f.shown('late')).toBeUndefined();
  });
});
