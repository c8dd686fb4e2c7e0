import type { Instant } from '#domain/time.ts';
import { wallTime } from '#domain/time.ts';

/** When a screen that nobody watches over may load itself again. */

/** An update: so long after the last touch. */
export const updateIdleMs = 10_000;
/** Something open (an order that somebody looks at) stops an update only that long. */
export const abandonedMs = 60_000;
/** At night, once, and never soon after a load. */
const freshMs = 3 * 60 * 60_000;
const nightHours = ['04', '05'];

export interface Moment {
  /** Since the last touch or key. */
  readonly idleMs: number;
  /** Since this page was loaded. */
  readonly openMs: number;
  /** A command is on its way to the server. */
  readonly sending: boolean;
  readonly overlay: boolean;
  readonly now: Instant;
  readonly zone: string;
}

const undisturbed = ({ idleMs, sending, overlay }: Moment, ms: number): boolean =>
  !sending && idleMs >= ms && (!overlay || idleMs >= abandonedMs);

/** A new version waits: take it as soon as nobody is tapping and nothing is in flight. */
export const mayUpdate = (at: Moment): boolean => undisturbed(at, updateIdleMs);

/** Between 4 and 6 in the morning of the store a page that has been open for long starts afresh. */
export const mayStartAfresh = (at: Moment): boolean =>
  undisturbed(at, abandonedMs) &&
  at.openMs >= freshMs &&
  nightHours.includes(wallTime(at.now, at.zone).hour.slice(0, 2));
