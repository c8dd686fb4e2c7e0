import { describe, expect, it } from 'vitest';
import { holdRepeatMs, stepped, steppedByKey, typedCount } from './stepping.ts';

const delay = { min: 0, max: 120, step: 5 };

describe('a stepper', () => {
  it('moves by steps and stops at both ends', () => {
    expect(stepped(10, 1, delay)).toBe(15);
    expect(stepped(5, -3, delay)).toBe(0);
    expect(stepped(118, 1, delay)).toBe(120);
  });

  it('answers the keys of a spinbutton', () => {
    const at = (key: string): number | null => steppedByKey(key, 50, delay);
    expect([at('ArrowUp'), at('ArrowDown'), at('PageUp'), at('PageDown')]).toEqual([55, 45, 100, 0]);
    expect([at('Home'), at('End'), at('+'), at('-'), at('a')]).toEqual([0, 120, 55, 45, null]);
  });

  it('has no end to jump to without a maximum', () => {
    expect(steppedByKey('End', 3, { min: 1, max: Infinity, step: 1 })).toBeNull();
  });

  it('takes typed digits within its limits', () => {
    const typed = (text: string): number => typedCount(text, delay);
    expect([typed('12'), typed('1.2'), typed('999'), typed(''), typed('x')]).toEqual([12, 12, 120, 0, 0]);
  });

  it('hurries while held', () => {
    expect(holdRepeatMs(20)).toBeLessThan(holdRepeatMs(0));
  });
});
