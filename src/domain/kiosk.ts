import type { OrderStatus } from './order.ts';
import { nextStatus } from './order-status.ts';

/** What a kitchen screen is and may do, and how it is paired. */

/** No letter or digit that a person could take for another one, in any type or hand. */
export const pairingAlphabet = 'ACDEFGHJKMNPQRTUVWXY34679';
const pairingCodeChars = 8;
const pairingCodePattern = new RegExp(`^[${pairingAlphabet}]{${pairingCodeChars}}$`);
/** A code is good for that long. */
export const pairingMinutes = 5;
/** How often a waiting screen asks whether somebody approved it. */
export const pairingAskEveryMs = 2_000;
export const kioskNameChars = { min: 2, max: 40 } as const;
export const kioskDeviceMaxChars = 80;

/** One of 25^8 codes. `nextByte` gives random bytes; those that would favour some letters are skipped. */
export function pairingCode(nextByte: () => number): string {
  const even = 256 - (256 % pairingAlphabet.length);
  let code = '';
  while (code.length < pairingCodeChars) {
    const byte = nextByte();
    if (byte < even) code += pairingAlphabet[byte % pairingAlphabet.length] ?? '';
  }
  return code;
}

/** As people type it, 'abcd 3467', -> 'ABCD3467'; null when it cannot be one. */
export function normalPairingCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '');
  return pairingCodePattern.test(code) ? code : null;
}

/** 'ABCD3467' -> 'ABCD-3467', easier to read aloud. */
export const shownPairingCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** The only change that a kitchen screen makes: the next step of the table, never back, never over one (architecture, Orders). */
export const isNextStep = (from: OrderStatus, to: OrderStatus): boolean => nextStatus(from) === to;
