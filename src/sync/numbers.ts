import type { Entry } from './entry.ts';

/** How many withdrawn numbers are kept although the server knows them: it may go back to an older copy. */
const keptWithdrawn = 100;

/** Which numbers of commands were withdrawn, as far as the outbox remembers: those above `since`. */
export interface Withdrawn {
  readonly since: number;
  readonly numbers: readonly number[];
}

/**
 * Adds numbers that were given up on this device, in the transaction that removes their commands. A number from
 * `nextSeq` on was never stored, so it is given again. Null when there is nothing to add.
 */
export function withdrawnWith(
  known: Withdrawn,
  gone: readonly Pick<Entry, 'seq'>[],
  nextSeq: number,
): Withdrawn | null {
  const added = gone.map((e) => e.seq).filter((seq) => seq < nextSeq && !known.numbers.includes(seq));
  return added.length === 0 ? null : { ...known, numbers: [...known.numbers, ...added] };
}

/** Without the oldest of those that the server has explained; null when all are kept. */
export function withoutExplained({ since, numbers }: Withdrawn, upTo: number): Withdrawn | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const gone = sorted.filter((seq) => seq <= upTo).slice(0, -keptWithdrawn);
  const last = gone.at(-1);
  // In large steps, because each one is a write.
  if (last === undefined || gone.length < keptWithdrawn) return null;
  return { since: Math.max(since, last), numbers: sorted.slice(gone.length) };
}
