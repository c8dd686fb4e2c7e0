import type { Instant } from '#domain/time.ts';
import { after } from '#domain/time.ts';

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Whole seconds for Retry-After, at least 1. */
export const secondsUntil = (at: Instant, now: Instant): number => Math.max(1, Math.ceil((at - now) / 1000));

interface Window {
  count: number;
  endsAt: Instant;
}

const windowMs = 60_000;
/** Limit of stored keys; the oldest window is dropped first. An attacker with many keys must not fill the memory. */
const maxKeys = 50_000;

/** Counts requests per key in windows of one minute. Counters live in this process only. */
export function createRateLimiter() {
  const windows = new Map<string, Window>();

  return {
    /** Whether `key` was counted before and not forgotten since. */
    knows: (key: string): boolean => windows.has(key),

    take(key: string, perMinute: number, now: Instant): Verdict {
      const known = windows.get(key);
      if (known && known.endsAt > now) {
        known.count += 1;
        if (known.count <= perMinute) return { allowed: true };
        return { allowed: false, retryAfterSeconds: secondsUntil(known.endsAt, now) };
      }
      windows.delete(key);
      const oldest = windows.keys().next();
      if (windows.size >= maxKeys && !oldest.done) windows.delete(oldest.value);
      windows.set(key, { count: 1, endsAt: after(now, windowMs) });
      return { allowed: true };
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;
