import { createHash } from 'node:crypto';

/** JSON with sorted keys: equal content gives equal text, whatever the key order of the device. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`)
      .join(',')}}`;
  return JSON.stringify(value) ?? 'null';
}

/** SHA-256 of parsed input. The schema that parsed it bounds its depth. */
export const fingerprintOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(canonical(parts)).digest('hex');
