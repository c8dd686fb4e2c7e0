/**
 * The server gives numeric ids. The device gives UUIDv7 ids to commands and orders, so that the server recognises a
 * repeat. Randomness and clock are arguments.
 */
declare const uuidBrand: unique symbol;
export type Uuid = string & { readonly [uuidBrand]: true };

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const isUuid = (text: string): text is Uuid => pattern.test(text);

/** RFC 9562 version 7: 48 bits of milliseconds, then 74 random bits. `random` is 10 bytes. */
export function uuidV7(ms: number, random: Uint8Array): Uuid {
  const bytes = new Uint8Array(16);
  let rest = ms;
  for (let i = 5; i >= 0; i -= 1) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
  const text = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  if (!isUuid(text)) throw new RangeError(`needs 10 random bytes, got ${random.length}`);
  return text;
}

/** The milliseconds since 1970 in a version 7 id; null for any other text. */
export const uuidTime = (text: string): number | null =>
  isUuid(text) && text[14] === '7' ? Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16) : null;
