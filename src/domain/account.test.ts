import { describe, expect, it } from 'vitest';
import { otpState, phoneForms, resendSeconds, waitForCode } from './account.ts';
import { after, instant, minutes } from './time.ts';

const now = instant(Date.UTC(2026, 10, 20, 23, 0, 0));
const ago = (ms: number) => after(now, -ms);

/** Nineteen codes, a minute and more ago. */
const sentEarlier = Array.from({ length: 19 }, (_, i) => (i + 2) * 60_000);

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
    // Twenty codes within an hour, in any order: wait until the oldest is an hour old.
    [sentEarlier, 0],
    [[3_000_000, ...sentEarlier], 600],
    [[...sentEarlier, 3_599_000], 1],
    [[...sentEarlier, 3_600_000], 0],
    [[30_000, 3_570_000, ...sentEarlier.slice(1)], 30],
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
