import type { StatusNotice, WireStatus } from '#contract/wire/stores.ts';
import { readStatus } from '#contract/wire/stores.ts';
import { serviceTypes } from '#domain/store.ts';
import { instantFromIso } from '#domain/time.ts';
import { isObject } from '#domain/unknown.ts';
import { knownStatus, putStatus } from './stores.ts';

/** Parses the feeds' events about a store's status. An unknown format changes nothing. */

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isMoment = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && instantFromIso(value) !== null);

const ofEachService = (value: unknown, is: (of: unknown) => boolean): boolean =>
  isObject(value) && serviceTypes.every((type) => is(value[type]));

const isStatus = (value: unknown): value is WireStatus =>
  isObject(value) &&
  isBoolean(value['open']) &&
  isBoolean(value['autoclose_asked']) &&
  isBoolean(value['autoclose_accepted']) &&
  Number.isInteger(value['delay']) &&
  isMoment(value['autoclose']) &&
  isObject(value['type']) &&
  isBoolean(value['type']['preorder']) &&
  isObject(value['type']['inmediate']) &&
  isBoolean(value['type']['inmediate']['open']) &&
  ofEachService(value['type']['inmediate']['services'], isBoolean) &&
  ofEachService(value['paused_until'], isMoment);

const isHour = (value: unknown): boolean => typeof value === 'string' && /^\d\d:\d\d$/.test(value);

const isDay = (value: unknown): boolean =>
  isObject(value) &&
  Number.isInteger(value['day_idx']) &&
  Array.isArray(value['hours']) &&
  value['hours'].every((range) => isObject(range) && isHour(range['from']) && isHour(range['to']));

const isNotice = (value: unknown): value is StatusNotice =>
  isObject(value) && Array.isArray(value['hours']) && value['hours'].every(isDay) && isStatus(value);

/** store-status-updated. Returns false for an unknown format, and then changes nothing. */
export function tellStatus(storeId: number, payload: unknown): boolean {
  if (!isNotice(payload)) return false;
  putStatus(storeId, readStatus(payload), payload.hours);
  return true;
}

/** store-autoclose-question and -close. They arrive before the status event itself. */
export function tellClosing(storeId: number, payload: unknown, asked: boolean): void {
  const status = knownStatus(storeId);
  if (!status?.open || !isObject(payload) || !isMoment(payload['autoclose'])) return;
  const autoclose = typeof payload['autoclose'] === 'string' ? instantFromIso(payload['autoclose']) : null;
  if (asked && autoclose === null) return;
  putStatus(storeId, { ...status, autoclose, autoclose_asked: asked, autoclose_accepted: false });
}
