import { describe, expect, it } from 'vitest';
import { groupsOf } from './groups.ts';

describe('the rows of the tray', () => {
  it('brings those of one bulk action together, in the order of the first, and leaves the others alone', () => {
    const items = ['a1', 'x', 'b1', 'a2', 'y'];
    const groups = groupsOf(items, (item) => (item.length === 1 ? null : item.slice(0, 1)));
    expect(groups).toEqual([
      { batchId: 'a', items: ['a1', 'a2'] },
      { batchId: null, items: ['x'] },
      { batchId: 'b', items: ['b1'] },
      { batchId: null, items: ['y'] },
    ]);
  });
});
