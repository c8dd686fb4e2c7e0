import { describe, expect, it } from 'vitest';
import { otpState, phoneForms, resendSeconds, waitForCode } from './account.ts';
import { after, instant, minutes } from './time.ts';

const now = instant(Date.UTC(2026, 10, 20, 23, 0, 0));
const ago = (ms: number) => after(now, -ms);

describe('a one-time code (N-05, T4)', () => {
  const otp = { sent_at: ago(minutes(1)), expires_at: after(now, minutes(9)), tries: 0, used_at: null };

  it.each([
    [{}, 'pending'],
    [{ tries: 2 }, 'pending'],
    [{ tries: 3 }, 'void'],
    [{ used_at: ago(1) }, 'used'],
    [{ used_at: ago(1), tries: 3 }, 'used'],
    [{ expires_at: now }, 'expired'],
    [{ expires_at: after(now, 1) }, 'pending'],
    [{ expires_at: now, tries: 3 }, 'void'],
  ] as const)('%j is %s', (changes, state) => {
    expect(otpState({ ...otp, ...changes }, now)).toBe(state);
  });

  it.each([
    [0, 60],
    [1, 60],
    [1_000, 59],
    [59_001, 1],
    [60_000, 0],
    [600_000, 0],
  ])('%i ms after it was sent another may be asked for in %i s (A-34, A-35)', (ms, seconds) => {
    expect(resendSeconds({ sent_at: ago(ms) }, now)).toBe(seconds);
  });

  it.each([
    [[], 0],
    [[0], 60],
    [[59_999], 1],
    [[60_000], 0],
    // Five codes within an hour, in any order: wait until the oldest is an hour old.
    [[60, 120, 180, 240].map((s) => s * 1000), 0],
    [[3_000, 60, 120, 180, 240].map((s) => s * 1000), 600],
    [[240, 60, 3_599, 120, 180].map((s) => s * 1000), 1],
    [[240, 60, 3_600, 120, 180].map((s) => s * 1000), 0],
    [[30, 3_570, 120, 180, 240].map((s) => s * 1000), 30],
  ])('sent %j ms ago: the next in %i s', (sent, seconds) => {
    expect(waitForCode(sent.map(ago), now)).toBe(seconds);
  });
});

it.each([
  ['+5491145550102', ['+5491145550102', '+541145550102']],
  ['+541145550102', ['+5491145550102', '+541145550102']],
  ['+542914550102', ['+5492914550102', '+542914550102']],
  ['+595981123456', ['+595981123456']],
])('%s is also written %j (A-25)', (e164, forms) => {
  expect(phoneForms(e164)).toEqual(forms);
});
