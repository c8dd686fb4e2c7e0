import { hash, verify } from '@node-rs/argon2';

// Argon2id, the package's default algorithm, with OWASP's first choice of cost (docs/threats.md T5).
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Maximum concurrent hashes: each takes 19 MiB and a core. */
const concurrency = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // Passes the slot to the next in the queue, or frees it.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

/**
 * A valid hash that no password matches. Checking it takes as long as checking a real one, so an unknown account is not
 * recognisable; device accounts store it too.
 */
export const nobodysPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$bWFyY2hlLW5vYm9keS1oZXJl$9bmVUd1nMJ1uBq3LPOSZIlC4PcD8BG4UoVYcGDKLO9M';

/** With `stored` null (no such account) it does the same work and returns false. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? nobodysPassword, password));
  return stored !== null && stored !== nobodysPassword && matches;
}
