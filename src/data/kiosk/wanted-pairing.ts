import { isObject } from '#domain/unknown.ts';
import { deviceClock } from '#platform/clock.ts';
import { tabRecord } from '#platform/tab-record.ts';

/** The pairing code of a kitchen screen that a person scanned before logging in. */
interface Wanted {
  readonly code: string;
  readonly until: number;
}

/** A scanned code expires when the kitchen screen stops showing it. */
const keptForMs = 15 * 60_000;

const kept = tabRecord<Wanted>(
  'pair',
  (value): value is Wanted =>
    isObject(value) && typeof value['code'] === 'string' && typeof value['until'] === 'number',
);

/** Stores the code in this tab, because the login may lead through a sign-up, a one-time code or another site. */
export const noteWantedPairing = (code: string): void => kept.write({ code, until: deviceClock.now() + keptForMs });

/** Returns the code once, after the login, and deletes it. */
export function takeWantedPairing(): string | null {
  const wanted = kept.read();
  kept.clear();
  return wanted !== null && deviceClock.now() < wanted.until ? wanted.code : null;
}
