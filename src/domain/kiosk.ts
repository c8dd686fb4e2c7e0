import type { OrderStatus } from './order.ts';
import { nextStatus } from './order-status.ts';

/** Rules of kitchen screens and of their pairing. */

/** Letters and digits that people do not confuse, in print or handwriting. */
export const pairingAlphabet = 'ACDEFGHJKMNPQRTUVWXY34679';
const pairingCodeChars = 8;
const pairingCodePattern = new RegExp(`^[${pairingAlphabet}]{${pairingCodeChars}}$`);
/** How long a pairing code is valid. */
export const pairingMinutes = 5;
/** How often a waiting screen asks whether it was approved. */
export const pairingAskEveryMs = 2_000;
export const kioskNameChars = { min: 2, max: 40 } as const;
export const kioskDeviceMaxChars = 80;

/**
 * One of 25^8 codes. `nextByte` returns random bytes. Bytes above the last multiple of 25 are skipped, so that every
 * letter is equally likely.
 */
export function pairingCode(nextByte: () => number): string {
  const even = 256 - (256 % pairingAlphabet.length);
  let code = '';
  while (code.length < pairingCodeChars) {
    const byte = nextByte();
    if (byte < even) code += pairingAlphabet[byte % pairingAlphabet.length] ?? '';
  }
  return code;
}

/** Normalises a typed code: 'acdf 3467' -> 'ACDF3467'; null if it cannot be one. */
export function normalPairingCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '');
  return pairingCodePattern.test(code) ? code : null;
}

/** 'ACDF3467' -> 'ACDF-3467', easier to read aloud. */
export const shownPairingCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** A kitchen screen may only take the next step of an order, never go back or skip one (architecture, Orders). */
export const isNextStep = (from: OrderStatus, to: OrderStatus): boolean => nextStatus(from) === to;
