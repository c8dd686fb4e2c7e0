import { after, type Instant, minutes } from '#domain/time.ts';
import type { Clock } from '#server/deps.ts';

/** Only failures within this time count (docs/threats.md T5). */
const windowMs = minutes(15);
const accountFailures = 5;
const addressFailures = 50;
const longestDelayMs = 8_000;
/** Maximum queued attempts on one account while it is slowed down. */
const longestQueue = 5;
const maxKeys = 20_000;

/** Delay of an attempt after `failures`: 0 up to the limit, then 1, 2, 4, 8 s. */
export const delayAfter = (failures: number, limit: number): number =>
  failures < limit ? 0 : Math.min(1000 * 2 ** Math.min(failures - limit, 10), longestDelayMs);

class Failures {
  readonly #times = new Map<string, Instant[]>();

  count(key: string, now: Instant): number {
    const recent = (this.#times.get(key) ?? []).filter((at) => after(at, windowMs) > now);
    if (recent.length > 0) this.#times.set(key, recent);
    else this.#times.delete(key);
    return recent.length;
  }

  add(key: string, now: Instant): void {
    const oldest = this.#times.keys().next();
    if (this.#times.size >= maxKeys && !oldest.done) this.#times.delete(oldest.value);
    // Only the newest failures determine the delay. An unbounded list would let an attacker fill the memory.
    this.#times.set(key, [...(this.#times.get(key) ?? []), now].slice(-addressFailures - 20));
  }

  clear(key: string): void {
    this.#times.delete(key);
  }
}

export type Attempt = 'accepted' | 'refused' | 'crowded';

/**
 * Slows down password guessing without locking a person out: the right password always gets in, after a delay. While an
 * account is slowed down, its attempts run one at a time, so concurrent attempts gain nothing.
 */
export function createSignInGuard(clock: Clock) {
  const accounts = new Failures();
  const addresses = new Failures();
  const lines = new Map<string, { last: Promise<void>; length: number }>();

  async function tryNow(account: string, address: string, verify: () => Promise<boolean>): Promise<Attempt> {
    if (await verify()) {
      accounts.clear(account);
      return 'accepted';
    }
    accounts.add(account, clock.now());
    addresses.add(address, clock.now());
    return 'refused';
  }

  return async function attempt(account: string, address: string, verify: () => Promise<boolean>): Promise<Attempt> {
    const delay = (): number => {
      const now = clock.now();
      return Math.max(
        delayAfter(accounts.count(account, now), accountFailures),
        delayAfter(addresses.count(address, now), addressFailures),
      );
    };
    if (delay() === 0) return tryNow(account, address, verify);
    const line = lines.get(account) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= longestQueue) return 'crowded';
    lines.set(account, line);
    line.length += 1;
    const turn = line.last.then(async () => {
      await clock.wait(delay());
      return tryNow(account, address, verify);
    });
    line.last = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn.finally(() => {
      line.length -= 1;
      if (line.length === 0) lines.delete(account);
    });
  };
}

export type SignInGuard = ReturnType<typeof createSignInGuard>;
