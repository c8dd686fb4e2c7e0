import { describe, expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import type { MintRequest } from './mint.ts';
import { planMint } from './mint.ts';

const request = (to: string, more: Partial<MintRequest> = {}): MintRequest => ({
  cmdId: `to-${to}`,
  actor: 1,
  deviceId: 'd',
  type: 'order.status/1',
  lane: 'order:a',
  entityType: 'order',
  entityId: 'a',
  body: { to },
  seen: 'PENDING',
  rev: 4,
  ttlMs: 1,
  batchId: null,
  replacesUnsent: true,
  isNothingWithout: (predecessor) => predecessor.seen === to,
  ...more,
});

const minted = (entries: readonly Entry[], r: MintRequest): Entry[] => {
  const plan = planMint(entries, entries.length + 1, r);
  const kept = entries.filter((e) => !plan.remove.includes(e));
  return plan.put ? [...kept, plan.put] : kept;
};

describe('minting a command', () => {
  it('compares and sets on the revision that the person saw (SYNC)', () => {
    expect(minted([], request('ACCEPTED'))[0]?.base).toEqual({ rev: 4 });
  });

  it('replaces a status command that was never sent, keeping its base and what was seen (F-10, SYNC principle 8)', () => {
    const first = minted([], request('ACCEPTED'));
    const second = minted(first, request('DELIVER', { seen: 'ACCEPTED', rev: 99 }));
    expect(second.map((e) => e.body)).toEqual([{ to: 'DELIVER' }]);
    expect(second[0]?.base).toEqual({ rev: 4 });
    expect(second[0]?.seen).toBe('PENDING');
  });

  it('leaves nothing when the unsent change is taken back', () => {
    expect(minted(minted([], request('ACCEPTED')), request('PENDING', { seen: 'ACCEPTED' }))).toEqual([]);
  });

  it('goes after a command that may have been applied already, and never replaces it (I9)', () => {
    const tried = minted([], request('ACCEPTED')).map((e) => ({ ...e, attempts: 1 }));
    const both = minted(tried, request('DELIVER', { seen: 'ACCEPTED' }));
    expect(both.map((e) => e.body)).toEqual([{ to: 'ACCEPTED' }, { to: 'DELIVER' }]);
    expect(both[1]?.base).toEqual({ after: 'to-ACCEPTED' });
  });

  it('does not replace a command of another type, so an order is always created first', () => {
    const created = minted([], request('x', { type: 'order.create/1', replacesUnsent: false, rev: null }));
    expect(created[0]?.base).toBeNull();
    const both = minted(created, request('ACCEPTED', { rev: null }));
    expect(both.map((e) => e.type)).toEqual(['order.create/1', 'order.status/1']);
    expect(both[1]?.base).toEqual({ after: 'to-x' });
  });

  it('replaces behind a sent predecessor and keeps standing after it', () => {
    const tried = minted([], request('ACCEPTED')).map((e) => ({ ...e, attempts: 2 }));
    const queued = minted(tried, request('DELIVER', { seen: 'ACCEPTED' }));
    const again = minted(queued, request('COMPLETE', { seen: 'DELIVER' }));
    expect(again.map((e) => e.body)).toEqual([{ to: 'ACCEPTED' }, { to: 'COMPLETE' }]);
    expect(again[1]?.base).toEqual({ after: 'to-ACCEPTED' });
  });

  it('leaves other lanes alone', () => {
    const other = minted([], request('ACCEPTED', { lane: 'order:b' }));
    expect(minted(other, request('DELIVER'))).toHaveLength(2);
  });
});
