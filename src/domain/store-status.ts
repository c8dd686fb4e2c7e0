import { autoCloseNoticeMs, shortPauseMinutes } from './limits.ts';
import { nextDayOpening, openingEnd } from './opening.ts';
import type { Pause, ServiceType, Store, StoreStatus } from './store.ts';
import { serviceTypes } from './store.ts';
import { after, type Instant, isWithinHours, minutes } from './time.ts';

/** What a person changes of a status; what is absent stays. */
export interface StatusChange {
  readonly open?: boolean;
  readonly immediate?: boolean;
  readonly services?: Readonly<Partial<Record<ServiceType, boolean>>>;
  readonly preorder?: boolean;
  /** Minutes, a multiple of 5. */
  readonly delay?: number;
  /** For how long the services are off that this change leaves off (B5). */
  readonly pauses?: Pauses;
}

export type Pauses = Readonly<Partial<Record<ServiceType, Pause>>>;

const nothingAnnounced = { autoclose: null, autoclose_asked: false, autoclose_accepted: false } as const;

/**
 * The status after a change by hand. Opening and closing take back what was announced (N-06): a closed store does not
 * close, and one that opens is looked at anew. A service that is switched on or off forgets until when it was off; for
 * how long it is off from now on is the server's to say (`pausedStatus`).
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

/** Two changes one after the other as one. What the second says of a service is all that counts of it. */
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

/** Whether both say the same about everything that people change by hand. */
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

/** A device's clock, or its last look at it, may be that much behind the server's. */
const clockSlackMinutes = 5;

/** The pause that a service is in now; null = it is on, or off until somebody switches it on (B5). */
export function pauseNow(status: StoreStatus, type: ServiceType, now: Instant): Exclude<Pause, 'open_end'> | null {
  const until = status.paused_until[type];
  if (until === null || status.immediate.services[type]) return null;
  return until <= after(now, minutes(shortPauseMinutes + clockSlackMinutes)) ? 'half_hour' : 'next_day';
}

/** The first service with a pause that makes no sense: it is on, or the timetable knows of no other day (B5). */
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

/** The status with the time at which each service that is off comes back (B5); one that is on has none. */
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

/** The status with every service back whose time has come; null when none has (B5). */
export function resumedStatus(status: StoreStatus, now: Instant): StoreStatus | null {
  const due = serviceTypes.filter((type) => {
    const until = status.paused_until[type];
    return until !== null && until <= now;
  });
  return due.length === 0 ? null : changedStatus(status, { services: Object.fromEntries(due.map((t) => [t, true])) });
}

const isNear = (end: Instant, now: Instant): boolean => now >= after(end, -autoCloseNoticeMs);

/** What the auto-close does with a store now. */
export type ClosingStep =
  | { readonly kind: 'nothing' }
  /** The end is announced, or the time that people gave it runs out: ask. */
  | { readonly kind: 'ask'; readonly status: StoreStatus }
  | { readonly kind: 'close'; readonly status: StoreStatus };

/**
 * One look of the server at a store (N-06). 15 minutes before the end of the current opening hours the end is announced
 * and asked about; an end that people put off is asked about again 15 minutes before it; when it comes the store
 * closes. A store that was opened outside its hours is left alone.
 */
export function closingStep(status: StoreStatus, { hours, timezone }: Timetable, now: Instant): ClosingStep {
  if (!status.open) return { kind: 'nothing' };
  const { autoclose } = status;
  if (autoclose !== null) {
    if (now >= autoclose) return { kind: 'close', status: { ...status, open: false, ...nothingAnnounced } };
    const due = !status.autoclose_asked && !status.autoclose_accepted && isNear(autoclose, now);
    return due ? { kind: 'ask', status: { ...status, autoclose_asked: true } } : { kind: 'nothing' };
  }
  const end = openingEnd(hours, now, timezone);
  if (end === null || !isNear(end, now)) return { kind: 'nothing' };
  return { kind: 'ask', status: { ...status, autoclose: end, autoclose_asked: true, autoclose_accepted: false } };
}

/** The answers of T-25, in minutes; 0 accepts the closing. */
export type ClosingAnswer = 0 | 15 | 60;

/** The status after an answer (N-06, T-26); null when nothing is announced. */
export function answeredClosing(status: StoreStatus, answer: ClosingAnswer, now: Instant): StoreStatus | null {
  const { autoclose, open } = status;
  if (!open || autoclose === null) return null;
  if (answer === 0) return { ...status, autoclose_asked: true, autoclose_accepted: true };
  const from = now > autoclose ? now : autoclose;
  return { ...status, autoclose: after(from, minutes(answer)), autoclose_asked: false, autoclose_accepted: false };
}

/** People are being asked about the closing right now (T-23, T-24). */
export const isClosingAsked = (status: StoreStatus): boolean =>
  status.open && status.autoclose !== null && status.autoclose_asked && !status.autoclose_accepted;

/** The store is closed though its timetable has it open (T-18). */
export const shouldBeOpen = ({ status, hours, timezone }: Timetable & Pick<Store, 'status'>, now: Instant): boolean =>
  !status.open && isWithinHours(hours, now, timezone);
