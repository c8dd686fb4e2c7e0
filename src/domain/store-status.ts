import { autoCloseNoticeMs, shortPauseMinutes } from './limits.ts';
import { nextDayOpening, openingEnd } from './opening.ts';
import type { Pause, ServiceType, Store, StoreStatus } from './store.ts';
import { serviceTypes } from './store.ts';
import { after, type Instant, isWithinHours, minutes } from './time.ts';

/** A person's change of a status; absent fields stay. */
export interface StatusChange {
  readonly open?: boolean;
  readonly immediate?: boolean;
  readonly services?: Readonly<Partial<Record<ServiceType, boolean>>>;
  readonly preorder?: boolean;
  /** Minutes, a multiple of 5. */
  readonly delay?: number;
  /** How long the services that this change switches off stay off (B5). */
  readonly pauses?: Pauses;
}

export type Pauses = Readonly<Partial<Record<ServiceType, Pause>>>;

const nothingAnnounced = { autoclose: null, autoclose_asked: false, autoclose_accepted: false } as const;

/**
 * Applies a manual change. Opening or closing cancels the announced closing (N-06): a closed store needs none, and the
 * server checks an opened store anew. Switching a service on or off clears the end of its pause; the server then sets the
 * new one (`pausedStatus`).
 */
export function changedStatus(status: StoreStatus, change: StatusChange): StoreStatus {
  const open = change.open ?? status.open;
  const before = status.immediate.services;
  const services = { ...before, ...change.services };
  const until = (type: ServiceType): Instant | null =>
    services[type] === before[type] ? status.paused_until[type] : null;
  return {
    ...status,
    open,
    immediate: { open: change.immediate ?? status.immediate.open, services },
    paused_until: { LOCAL: until('LOCAL'), TAKEAWAY: until('TAKEAWAY'), DELIVERY: until('DELIVERY') },
    preorder: change.preorder ?? status.preorder,
    delay: change.delay ?? status.delay,
    ...(open === status.open ? {} : nothingAnnounced),
  };
}

/** Merges two consecutive changes. If the second changes a service, the first's pause of that service is dropped. */
export function bothChanges(first: StatusChange, second: StatusChange): StatusChange {
  const stay = serviceTypes.filter((type) => first.pauses?.[type] && second.services?.[type] === undefined);
  return {
    ...first,
    ...second,
    ...(first.services || second.services ? { services: { ...first.services, ...second.services } } : {}),
    ...(first.pauses || second.pauses
      ? { pauses: { ...Object.fromEntries(stay.map((type) => [type, first.pauses?.[type]])), ...second.pauses } }
      : {}),
  };
}

/** Whether two statuses agree on everything that people can change. */
export const sameByHand = (a: StoreStatus, b: StoreStatus): boolean =>
  a.open === b.open &&
  a.immediate.open === b.immediate.open &&
  a.immediate.services.LOCAL === b.immediate.services.LOCAL &&
  a.immediate.services.TAKEAWAY === b.immediate.services.TAKEAWAY &&
  a.immediate.services.DELIVERY === b.immediate.services.DELIVERY &&
  serviceTypes.every((type) => a.paused_until[type] === b.paused_until[type]) &&
  a.preorder === b.preorder &&
  a.delay === b.delay;

type Timetable = Pick<Store, 'hours' | 'timezone'>;

/** How far a device's clock or its last update may lag behind the server's. */
const clockSlackMinutes = 5;

/**
 * The current pause of a service; null: it is on, or off until a person switches it on (B5). A pause that ends when a
 * working day begins is «Hasta mañana», however close that is; any other is known by its length.
 */
export function pauseNow(
  status: StoreStatus,
  type: ServiceType,
  { hours, timezone }: Timetable,
  now: Instant,
): Exclude<Pause, 'open_end'> | null {
  const until = status.paused_until[type];
  if (until === null || status.immediate.services[type]) return null;
  if (until === nextDayOpening(hours, after(until, -minutes(24 * 60)), timezone)) return 'next_day';
  return until <= after(now, minutes(shortPauseMinutes + clockSlackMinutes)) ? 'half_hour' : 'next_day';
}

/** The first service with an invalid pause: the service is on, or the timetable has no next day (B5). */
export const wrongPause = (
  { immediate }: StoreStatus,
  pauses: Pauses,
  { hours, timezone }: Timetable,
  now: Instant,
): ServiceType | null =>
  serviceTypes.find(
    (type) =>
      pauses[type] !== undefined &&
      (immediate.services[type] || (pauses[type] === 'next_day' && nextDayOpening(hours, now, timezone) === null)),
  ) ?? null;

/** Sets when each paused service resumes (B5). A service that is on has no such time. */
export function pausedStatus(
  status: StoreStatus,
  pauses: Pauses,
  { hours, timezone }: Timetable,
  now: Instant,
): StoreStatus {
  const until = (type: ServiceType): Instant | null => {
    if (status.immediate.services[type]) return null;
    if (pauses[type] === 'half_hour') return after(now, minutes(shortPauseMinutes));
    if (pauses[type] === 'open_end') return null;
    if (pauses[type] === 'next_day') return nextDayOpening(hours, now, timezone);
    return status.paused_until[type];
  };
  return {
    ...status,
    paused_until: { LOCAL: until('LOCAL'), TAKEAWAY: until('TAKEAWAY'), DELIVERY: until('DELIVERY') },
  };
}

/** Switches on every service whose pause has ended; null if there is none (B5). */
export function resumedStatus(status: StoreStatus, now: Instant): StoreStatus | null {
  const due = serviceTypes.filter((type) => {
    const until = status.paused_until[type];
    return until !== null && until <= now;
  });
  return due.length === 0 ? null : changedStatus(status, { services: Object.fromEntries(due.map((t) => [t, true])) });
}

const isNear = (end: Instant, now: Instant): boolean => now >= after(end, -autoCloseNoticeMs);

/** The next step of the auto-close for a store. */
export type ClosingStep =
  | { readonly kind: 'nothing' }
  /** The closing is near, for the first time or after a postponement: ask. */
  | { readonly kind: 'ask'; readonly status: StoreStatus }
  | { readonly kind: 'close'; readonly status: StoreStatus };

/**
 * The server's periodic check of a store (N-06). 15 minutes before the end of the opening hours it announces the
 * closing and asks. If people postpone it, the server asks again 15 minutes before the new end. At the end it closes
 * the store, also when it slept over it and nobody was asked. A store opened outside its hours stays open until the end
 * of the next ones.
 */
export function closingStep(
  status: StoreStatus,
  { hours, timezone, opened_at: openedAt }: Timetable & { readonly opened_at: Instant },
  now: Instant,
): ClosingStep {
  const { open, autoclose, autoclose_asked: asked, autoclose_accepted: accepted } = status;
  const end = open ? (autoclose ?? openingEnd(hours, openedAt, timezone)) : null;
  if (end === null || !isNear(end, now)) return { kind: 'nothing' };
  if (now >= end) return { kind: 'close', status: { ...status, open: false, ...nothingAnnounced } };
  if (asked || accepted) return { kind: 'nothing' };
  return { kind: 'ask', status: { ...status, autoclose: end, autoclose_asked: true } };
}

/** The answers of T-25, in minutes; 0 accepts the closing. */
export type ClosingAnswer = 0 | 15 | 60;

/** The status after an answer (N-06, T-26); null if no closing is announced. */
export function answeredClosing(status: StoreStatus, answer: ClosingAnswer, now: Instant): StoreStatus | null {
  const { autoclose, open } = status;
  if (!open || autoclose === null) return null;
  if (answer === 0) return { ...status, autoclose_asked: true, autoclose_accepted: true };
  const from = now > autoclose ? now : autoclose;
  return { ...status, autoclose: after(from, minutes(answer)), autoclose_asked: false, autoclose_accepted: false };
}

/** The question about closing is on screen (T-23, T-24). */
export const isClosingAsked = (status: StoreStatus): boolean =>
  status.open && status.autoclose !== null && status.autoclose_asked && !status.autoclose_accepted;

/** The store is closed although it is within its opening hours (T-18). */
export const shouldBeOpen = ({ status, hours, timezone }: Timetable & Pick<Store, 'status'>, now: Instant): boolean =>
  !status.open && isWithinHours(hours, now, timezone);
