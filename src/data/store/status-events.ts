import { isObject } from '#domain/unknown.ts';
import type { StatusNotice, WireStatus } from '#contract/wire/stores.ts';
import { readStatus } from '#contract/wire/stores.ts';
import { instantFromIso } from '#domain/time.ts';
import { knownStatus, putStatus } from './stores.ts';

/** Parses the feeds' events about a store's status. An unknown format changes nothing. */

const flags = (value: object, ...names: readonly string[]): boolean =>
  names.every((name) => typeof Reflect.get(value, name) === 'boolean');
const moments = (value: object, ...names: readonly string[]): boolean =>
  names.every((name) => {
    const at: unknown = Reflect.get(value, name);
    return at === null || (typeof at === 'string' && instantFromIso(at) !== null);
  });

const isStatus = (value: unknown): value is WireStatus =>
  isObject(value) &&
  flags(value, 'open', 'autoclose_asked', 'autoclose_accepted') &&
  'delay' in value &&
  Number.isInteger(value.delay) &&
  moments(value, 'autoclose') &&
  'type' in value &&
  isObject(value.type) &&
  flags(value.type, 'preorder') &&
  'inmediate' in value.type &&
  isObject(value.type.inmediate) &&
  flags(value.type.inmediate, 'open') &&
  'services' in value.type.inmediate &&
  isObject(value.type.inmediate.services) &&
  flags(value.type.inmediate.services, 'LOCAL', 'TAKEAWAY', 'DELIVERY') &&
  'paused_until' in value &&
  isObject(value.paused_until) &&
  moments(value.paused_until, 'LOCAL', 'TAKEAWAY', 'DELIVERY');

const isHour = (value: unknown): boolean => typeof value === 'string' && /^\d\d:\d\d$/.test(value);

const isDay = (value: unknown): boolean =>
  isObject(value) &&
  Number.isInteger(value['day_idx']) &&
  Array.isArray(value['hours']) &&
  value['hours'].every((range) => isObject(range) && isHour(range['from']) && isHour(range['to']));

const isNotice = (value: unknown): value is StatusNotice =>
  isStatus(value) && 'hours' in value && Array.isArray(value.hours) && value.hours.every(isDay);

/** store-status-updated. Returns false for an unknown format, and then changes nothing. */
export function tellStatus(storeId: number, payload: unknown): boolean {
  if (!isNotice(payload)) return false;
  putStatus(storeId, readStatus(payload), payload.hours);
  return true;
}

/** store-autoclose-question and -close. They arrive before the status event itself. */
export function tellClosing(storeId: number, payload: unknown, asked: boolean): void {
  const status = knownStatus(storeId);
  if (!status?.open || !isObject(payload) || !('autoclose' in payload)) return;
  const autoclose = typeof payload.autoclose === 'string' ? instantFromIso(payload.autoclose) : null;
  if (asked && autoclose === null) return;
  putStatus(storeId, { ...status, autoclose, autoclose_asked: asked, autoclose_accepted: false });
}
