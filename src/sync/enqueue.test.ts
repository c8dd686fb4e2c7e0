import { describe, expect, it } from 'vitest';
import { thingType, buildThing } from '#testing/builders-sync.ts';
import type { Entry, Snapshot } from './entry.ts';
import type { EnqueuePlan } from './store.ts';
import type { EnqueueRequest } from './enqueue.ts';
import { planEnqueue } from './enqueue.ts';

const registerOf = (thing: unknown) => {
  if (!thingType.isBody(thing)) throw new Error('not a thing');
  return { rev: thing.rev, seen: thing.status };
};

const request = (to: string, more: Partial<EnqueueRequest> = {}): EnqueueRequest => ({
  cmdId: `to-${to}`,
  actor: 1,
  deviceId: 'd',
  type: 'thing.status/2',
  lane: 'thing:a',
  entityType: 'thing',
  entityId: 'a',
  body: { to },
  seen: 'PENDING',
  register: (thing) => registerOf(thing),
  needs: null,
  shown: buildThing('PENDING', 4),
  shownAfter: null,
  canBeParent: () => true,
  wasSent: () => false,
  isOwn: () => false,
  cancelled: () => undefined,
  fits: () => true,
  enqueuedAt: 0,
  ttlMs: 1,
  batchId: null,
  replacesUnsent: true,
  isNothingWithout: (predecessor) => predecessor.seen === to,
  ...more,
});

/** A request from a screen that already shows that command. */
const behind = (cmdId: string, to: string, more: Partial<EnqueueRequest> = {}) =>
  request(to, { shownAfter: cmdId, ...more });

const planned = (
  entries: readonly Entry[],
  requests: readonly EnqueueRequest[],
  stored: Snapshot | null = null,
): EnqueuePlan =>
  planEnqueue(
    {
      lane: (lane) => entries.filter((e) => e.lane === lane),
      snapshot: () => stored,
      nextSeq: Math.max(0, ...entries.map((e) => e.seq)) + 1,
    },
    requests,
  );

/** The outbox after the plan. */
function enqueued(entries: readonly Entry[], one: EnqueueRequest, stored: Snapshot | null = null): Entry[] {
  const plan = planned(entries, [one], stored);
  return [...entries.filter((e) => !plan.remove.includes(e)), ...plan.put];
}

const sentOnce = (entries: readonly Entry[]): Entry[] => entries.map((e) => ({ ...e, attempts: 1 }));
const bodies = (entries: readonly Entry[]) => entries.map((e) => e.body);

describe('a tap on what the person sees', () => {
  it('compares and sets on the revision that the screen showed (N-16)', () => {
    expect(enqueued([], request('ACCEPTED'))).toMatchObject([{ base: { rev: 4 }, seen: 'PENDING', seq: 1 }]);
  });

  it('takes the newer revision on disk when it shows what the person saw: nobody else moved it (I9)', () => {
    expect(enqueued([], request('ACCEPTED'), buildThing('PENDING', 6))[0]?.base).toEqual({ rev: 6 });
  });

  it('stays on what the person saw when the newer one shows something else: the server decides (I6)', () => {
    expect(enqueued([], request('ACCEPTED'), buildThing('DELIVER', 6))[0]?.base).toEqual({ rev: 4 });
  });

  it('does not go back to an older snapshot on disk (I8)', () => {
    expect(enqueued([], request('ACCEPTED'), buildThing('PENDING', 3))[0]?.base).toEqual({ rev: 4 });
  });

  it('compares nothing when its command has no register', () => {
    expect(enqueued([], request('x', { register: null }))[0]?.base).toBeNull();
  });
});

describe('a tap on top of a command that waits', () => {
  it('replaces a status that never left, keeping its base and what was seen (F-10, offline engine, principle 8)', () => {
    const first = enqueued([], request('ACCEPTED'));
    const second = enqueued(first, behind('to-ACCEPTED', 'DELIVER', { seen: 'ACCEPTED', shown: buildThing('X', 99) }));
    expect(second).toMatchObject([{ body: { to: 'DELIVER' }, base: { rev: 4 }, seen: 'PENDING', seq: 2 }]);
  });

  it('leaves nothing when the unsent change is cancelled', () => {
    expect(enqueued(enqueued([], request('ACCEPTED')), behind('to-ACCEPTED', 'PENDING', { seen: 'ACCEPTED' }))).toEqual(
      [],
    );
  });

  it('goes after one that may have been applied already, and never replaces it (I9, I2)', () => {
    const both = enqueued(sentOnce(enqueued([], request('ACCEPTED'))), behind('to-ACCEPTED', 'DELIVER'));
    expect(bodies(both)).toEqual([{ to: 'ACCEPTED' }, { to: 'DELIVER' }]);
    expect(both[1]?.base).toEqual({ after: 'to-ACCEPTED' });
  });

  it.each([{ settling: 'discarded' }, { settling: 'expired' }, { attempts: 3, held: 'poison' }] as const)(
    'does not replace one that the server is asked about: %o (I1)',
    (state) => {
      const asked = enqueued([], request('ACCEPTED')).map((e) => ({ ...e, ...state }));
      expect(bodies(enqueued(asked, behind('to-ACCEPTED', 'DELIVER')))).toEqual([
        { to: 'ACCEPTED' },
        { to: 'DELIVER' },
      ]);
    },
  );

  it('does not replace a command of another type, so an order is always created first', () => {
    const created = enqueued([], request('x', { type: 'thing.create/1', replacesUnsent: false, shown: null }));
    expect(created[0]?.base).toBeNull();
    const both = enqueued(created, behind('to-x', 'ACCEPTED', { shown: null }));
    expect(both.map((e) => e.type)).toEqual(['thing.create/1', 'thing.status/2']);
    expect(both[1]?.base).toEqual({ after: 'to-x' });
  });

  it('replaces behind a sent predecessor and keeps standing after it', () => {
    const queued = enqueued(sentOnce(enqueued([], request('ACCEPTED'))), behind('to-ACCEPTED', 'DELIVER'));
    const again = enqueued(queued, behind('to-DELIVER', 'COMPLETE', { seen: 'DELIVER' }));
    expect(bodies(again)).toEqual([{ to: 'ACCEPTED' }, { to: 'COMPLETE' }]);
    expect(again[1]?.base).toEqual({ after: 'to-ACCEPTED' });
  });

  it('looks past one that says nothing about the register, such as a delay (I6)', () => {
    const canBeParent = (e: Entry) => e.type === 'thing.status/2';
    const tapped = enqueued([], request('ACCEPTED'));
    const delayed = enqueued(
      tapped,
      behind('to-ACCEPTED', '+5', { type: 'thing.delay/1', register: null, canBeParent }),
    );
    expect(delayed[1]?.base).toBeNull();
    for (const waiting of [delayed, sentOnce(delayed)])
      expect(enqueued(waiting, behind('to-ACCEPTED', 'DELIVER', { canBeParent }))[2]).toMatchObject({
        body: { to: 'DELIVER' },
        base: { after: 'to-ACCEPTED' },
      });
  });

  it('leaves other lanes alone', () => {
    const other = enqueued([], request('ACCEPTED', { lane: 'thing:b' }));
    expect(enqueued(other, behind('to-ACCEPTED', 'DELIVER'))).toHaveLength(2);
  });
});

describe('a tap just before the screen was painted', () => {
  it("depends on what was shown when another tab's command is not on the screen yet (I6)", () => {
    const elsewhere = enqueued([], request('DELIVER'));
    const both = enqueued(elsewhere, request('ACCEPTED'));
    expect(bodies(both)).toEqual([{ to: 'DELIVER' }, { to: 'ACCEPTED' }]);
    expect(both[1]?.base).toEqual({ rev: 4 });
  });

  it('says what else is in its lane, so that the screen need not read the disk again', () => {
    const elsewhere = enqueued([], request('DELIVER'));
    expect(planned(elsewhere, [request('ACCEPTED')]).beside).toEqual(elsewhere);
  });

  it('does not replace one that does not depend on the one before it: two tabs tapped at once (I6)', () => {
    const elsewhere = enqueued([], request('DELIVER'));
    const both = enqueued(elsewhere, request('ACCEPTED'));
    const third = enqueued(both, behind('to-ACCEPTED', 'COMPLETE'));
    expect(bodies(third)).toEqual([{ to: 'DELIVER' }, { to: 'ACCEPTED' }, { to: 'COMPLETE' }]);
    expect(third[2]?.base).toEqual({ after: 'to-ACCEPTED' });
  });

  it('stays behind the shown command when it has ended since: the server knows how (I6)', () => {
    expect(enqueued([], behind('gone', 'DELIVER'))[0]?.base).toEqual({ after: 'gone' });
    expect(enqueued([], behind('gone', 'DELIVER', { seen: 'ACCEPTED' }), buildThing('REJECTED', 5))[0]?.base).toEqual({
      after: 'gone',
    });
  });

  it('takes the newer revision when the shown command ended as the person saw it (I9)', () => {
    const on = behind('gone', 'DELIVER', { seen: 'ACCEPTED' });
    expect(enqueued([], on, buildThing('ACCEPTED', 5))[0]?.base).toEqual({ rev: 5 });
  });

  it("replaces the same hand's tap before it is painted (I9)", () => {
    const first = enqueued([], request('ACCEPTED'));
    const second = enqueued(first, request('DELIVER', { isOwn: (e) => e.cmdId === 'to-ACCEPTED' }));
    expect(second).toMatchObject([{ body: { to: 'DELIVER' }, base: { rev: 4 }, seen: 'PENDING' }]);
  });

  it('stays behind one that its own step leads through: what is there alone would not allow it (I9)', () => {
    const first = enqueued([], request('REJECTED'));
    const fits = (lane: readonly Entry[]): boolean => lane.length > 0;
    expect(bodies(enqueued(first, behind('to-REJECTED', 'ACCEPTED', { fits })))).toEqual([
      { to: 'REJECTED' },
      { to: 'ACCEPTED' },
    ]);
  });

  it('neither replaces nor undoes one that something waits behind (I9)', () => {
    const first = enqueued([], request('ACCEPTED'));
    const delayed = [
      ...first,
      ...enqueued([], request('5', { canBeParent: () => false })).map((e) => ({ ...e, seq: 2 })),
    ];
    const canBeParent = (e: Entry): boolean => e.seq !== 2;
    for (const to of ['DELIVER', 'PENDING'])
      expect(bodies(enqueued(delayed, behind('to-ACCEPTED', to, { canBeParent })))).toEqual([
        { to: 'ACCEPTED' },
        { to: '5' },
        { to },
      ]);
  });

  it('is nothing when it is the second half of a double tap', () => {
    const first = enqueued([], request('ACCEPTED'));
    const lanes: (readonly Entry[])[] = [];
    const twin = request('ACCEPTED', {
      cmdId: 'twin',
      isOwn: () => true,
      fits: (lane) => {
        lanes.push(lane);
        return false;
      },
    });
    expect(enqueued(first, twin)).toEqual(first);
    expect(lanes).toEqual([first]);
  });
});

describe('a tap on what was cancelled a moment ago', () => {
  const [first] = enqueued([], request('ACCEPTED'));
  const [, second] = enqueued(
    enqueued([], request('ACCEPTED')),
    behind('to-ACCEPTED', 'DELIVER', { wasSent: () => true }),
  );
  const cancelled =
    (...entries: readonly (Entry | undefined)[]) =>
    (id: string) =>
      entries.find((e) => e?.cmdId === id);
  const basesOf = (after: string, gone = cancelled(first, second)) =>
    enqueued([], behind(after, 'COMPLETE', { cancelled: gone })).map((e) => [e.base, e.seen]);

  it('inherits the parent of that command, for the server never heard of it', () => {
    expect(basesOf('to-ACCEPTED')).toEqual([[{ rev: 4 }, 'PENDING']]);
    expect(basesOf('to-DELIVER')).toEqual([[{ rev: 4 }, 'PENDING']]);
    expect(basesOf('to-DELIVER', cancelled(second))).toEqual([[{ after: 'to-ACCEPTED' }, 'PENDING']]);
    expect(basesOf('other')).toEqual([[{ after: 'other' }, 'PENDING']]);
    const plain = { cancelled: cancelled(first), register: null, seen: null };
    expect(enqueued([], behind('to-ACCEPTED', 'note', plain)).map((e) => [e.base, e.seen])).toEqual([[null, null]]);
  });

  it('is nothing when it does not fit what is there now', () => {
    expect(enqueued([], behind('to-ACCEPTED', 'DELIVER', { cancelled: cancelled(first), fits: () => false }))).toEqual(
      [],
    );
  });
});

describe('several taps in one transaction (offline engine, Lanes)', () => {
  it('get one number after another, each in its lane', () => {
    const all = ['a', 'b', 'c'].map((id) => request('ACCEPTED', { cmdId: id, lane: `thing:${id}`, batchId: 'batch' }));
    expect(planned([], all).put.map((e) => [e.seq, e.cmdId, e.lane, e.batchId])).toEqual([
      [1, 'a', 'thing:a', 'batch'],
      [2, 'b', 'thing:b', 'batch'],
      [3, 'c', 'thing:c', 'batch'],
    ]);
  });

  it('know of each other in one lane', () => {
    const note = { type: 'thing.note/1', replacesUnsent: false };
    const plan = planned([], [request('1', note), request('2', { ...note, isOwn: (e) => e.cmdId === 'to-1' })]);
    expect(plan.put.map((e) => [e.seq, e.base])).toEqual([
      [1, { rev: 4 }],
      [2, { after: 'to-1' }],
    ]);
  });
});
