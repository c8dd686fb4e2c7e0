import { password, demoPeople } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { hashPassword, passwordMatches } from '#server/modules/account/passwords.ts';
import { quantile, ratioLine, timesLine } from './report.ts';

const rounds = 40;
const warmUps = 5;
/** Budgets of the login: its ratio to the bare hash check, and its median in ms. */
const largestRatio = 1.5;
const longestMs = 120;

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Measures a whole login, and the bare Argon2id check inside it (T5). */
export async function login({ origin }: Shop): Promise<string[]> {
  const stored = await hashPassword(password);
  const bare = async (): Promise<void> => {
    if (!(await passwordMatches(stored, password))) throw new Error('the password does not match its hash');
  };
  const whole = async (): Promise<void> => {
    const response = await fetch(`${origin}/api/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: demoPeople.ana, password }),
    });
    const answer = await response.text();
    if (response.status !== 201) throw new Error(`the login answered ${response.status}: ${answer}`);
  };
  const hashes: number[] = [];
  const logins: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    // Alternating, so that a busy moment of the machine affects both.
    const [hash, answered] = [await milliseconds(bare), await milliseconds(whole)];
    if (round < warmUps) continue;
    hashes.push(hash);
    logins.push(answered);
  }
  const ratio = quantile(logins, 0.5) / quantile(hashes, 0.5);
  const kept = ratio <= largestRatio && quantile(logins, 0.5) < longestMs;
  return [
    timesLine('bare Argon2id check', hashes),
    timesLine('login, over HTTP', logins),
    ratioLine('login against the bare check', logins, hashes),
    `  aim: ratio at most ${largestRatio}, under ${longestMs} ms: ${kept ? 'kept' : 'missed'}`,
  ];
}
