import type { Instant } from '#domain/time.ts';
import { wallTime } from '#domain/time.ts';

/** When an unattended screen may reload itself. */

/** Idle time before the screen takes an update. */
export const updateIdleMs = 10_000;
/** After this idle time an open overlay no longer blocks a reload. */
export const abandonedMs = 60_000;
/** The nightly reload needs a page at least this old, so it happens once a night. */
const freshMs = 3 * 60 * 60_000;
const nightHours = ['04', '05'];

export interface Moment {
  /** Milliseconds since the last touch or key. */
  readonly idleMs: number;
  /** Milliseconds since the page loaded. */
  readonly openMs: number;
  /** True while a command is being sent. */
  readonly sending: boolean;
  readonly overlay: boolean;
  readonly now: Instant;
  readonly zone: string;
}

const undisturbed = ({ idleMs, sending, overlay }: Moment, ms: number): boolean =>
  !sending && idleMs >= ms && (!overlay || idleMs >= abandonedMs);

/** True when the screen may take a waiting update: it is idle and no command is in flight. */
export const mayUpdate = (at: Moment): boolean => undisturbed(at, updateIdleMs);

/** True when a page that has been open for long may reload: between 4 and 6 in the morning, store time. */
export const mayStartAfresh = (at: Moment): boolean =>
  undisturbed(at, abandonedMs) &&
  at.openMs >= freshMs &&
  nightHours.includes(wallTime(at.now, at.zone).hour.slice(0, 2));
