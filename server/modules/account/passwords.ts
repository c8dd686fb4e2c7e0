import { hash, verify } from '@node-rs/argon2';
import { refusal } from '#server/http/errors.ts';

// Argon2id, the package's default algorithm, with OWASP's first choice of cost (docs/threats.md T5).
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Runs at most `concurrency` works at once and lets at most `longest` others wait; throws 429 beyond that. */
function createQueue(concurrency: number, longest: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < concurrency) running += 1;
    else if (waiting.length >= longest) throw refusal({ code: 'too_many_requests' }, {}, { 'retry-after': '1' });
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Passes the slot to the next in the queue, or frees it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

// Each hash takes 19 MiB and a core for about 30 ms. Logins have a queue of their own: a flood of sign-ups does not
// delay them.
const forChecks = createQueue(2, 100);
const forNewPasswords = createQueue(1, 20);

/** Throws 429 while 20 others wait. */
export const hashPassword = (password: string): Promise<string> => forNewPasswords(() => hash(password, cost));

/**
 * A valid hash that no password matches. Checking it takes as long as checking a real one, so an unknown account is not
 * recognisable; device accounts store it too.
 */
export const nobodysPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$bWFyY2hlLW5vYm9keS1oZXJl$9bmVUd1nMJ1uBq3LPOSZIlC4PcD8BG4UoVYcGDKLO9M';

/**
 * With `stored` null (no such account) it does the same work and returns false. Throws 429 while 100 others
 * wait.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await forChecks(() => verify(stored ?? nobodysPassword, password));
  return stored !== null && stored !== nobodysPassword && matches;
}
