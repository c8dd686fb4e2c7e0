import { describe, expect, it } from 'vitest';
import type { Folded } from '#data/orders/orders.ts';
import type { Order } from '#domain/order.ts';
import { buildOrder } from '#testing/builders.ts';
import type { BoardRow } from './held-rows.ts';
import { heldRows } from './held-rows.ts';

const cards = (uids: string): Folded<Order>[] =>
  Array.from(uids, (uid) => ({ body: buildOrder({ uid }), sync: 'synced' }));
const rows = (uids: string): BoardRow[] => cards(uids).map((shown) => ({ uid: shown.body.uid, shown }));
/** Cards by their letter, gaps as '-'. */
const held = (before: readonly BoardRow[], now: string): [string, number] => {
  const result = heldRows(before, cards(now));
  return [result.rows.map(({ uid, shown }) => (shown ? uid : '-')).join(''), result.waiting];
};

describe('the rows of a column while a hand is near', () => {
  it('keep their place: a card that left leaves a gap, and has it back when it returns', () => {
    expect(held(rows('abc'), 'ac')).toEqual(['a-c', 0]);
    expect(held(heldRows(rows('abc'), cards('ac')).rows, 'abc')).toEqual(['abc', 0]);
  });

  it('are joined by new cards below the last one; those between others wait', () => {
    expect(held(rows('bd'), 'abcdef')).toEqual(['bdef', 2]);
  });

  it('keep their order when another ready time would change it', () => {
    expect(held(rows('abc'), 'bca')).toEqual(['abc', 0]);
  });

  it('let a first card in when all others have left', () => {
    expect(held(rows('a'), 'x')).toEqual(['-x', 0]);
  });
});
