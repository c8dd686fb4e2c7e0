import type { Code } from './store.ts';
import type { Instant } from './time.ts';

/** A scanner that keeps a code in view reads it again after this time. */
export const sameReadMs = 2_000;

/** The address in the QR of a code: the base and the code (N-29). */
export const codeLink = (base: string, { code }: Pick<Code, 'code'>): string => `${base}${encodeURIComponent(code)}`;

/** The text without query, fragment and trailing slash, which do not count (N-29). */
const plainLink = (text: string): string =>
  text
    .trim()
    .replace(/[?#].*$/su, '')
    .replace(/\/$/u, '');

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The code that a scanned text names: the base, then a code of the store; null if it is none (G-55). */
export function scannedCode<T extends Pick<Code, 'code'>>(text: string, base: string, codes: readonly T[]): T | null {
  const link = plainLink(text);
  const named = link.startsWith(base) ? decoded(link.slice(base.length)) : null;
  return codes.find(({ code }) => code === named) ?? null;
}

/** The code that a person typed, in any case; also a whole address. */
export function typedCode<T extends Pick<Code, 'code'>>(text: string, base: string, codes: readonly T[]): T | null {
  const typed = text.trim();
  const low = typed.toLowerCase();
  return (
    codes.find(({ code }) => code === typed) ??
    codes.find(({ code }) => code.toLowerCase() === low) ??
    scannedCode(typed, base, codes)
  );
}

/** Texts that were read, with the time of the read that counted. */
export type Reads = ReadonlyMap<string, Instant>;

/** The reads with this one, without those that are over; null if the same text was read less than two seconds ago. */
export function withRead(reads: Reads, text: string, now: Instant): Reads | null {
  const recent = [...reads].filter(([, at]) => now - at < sameReadMs);
  return recent.some(([known]) => known === text) ? null : new Map([...recent, [text, now]]);
}
