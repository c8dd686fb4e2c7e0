import { createHash } from 'node:crypto';
import { isObject } from '#domain/unknown.ts';

/** JSON with sorted keys: equal content gives equal text, whatever the key order of the device. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  let text = '';
  for (const key of Object.keys(value).toSorted())
    if (value[key] !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(value[key])}`;
  return `{${text}}`;
}

/** SHA-256 of parsed input. The schema that parsed it bounds its depth. */
export const fingerprintOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(canonical(parts)).digest('hex');
