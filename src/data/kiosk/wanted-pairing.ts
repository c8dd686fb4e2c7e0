import { deviceClock } from '#platform/clock.ts';
import { tabRecord } from '#platform/tab-record.ts';

/** The code of a kitchen screen that somebody scanned before they were logged in. */
interface Wanted {
  readonly code: string;
  readonly until: number;
}

/** A scanned code is worth as little as the screen shows it for; afterwards nobody remembers having scanned it. */
const keptForMs = 15 * 60_000;

const kept = tabRecord<Wanted>(
  'pair',
  (value): value is Wanted =>
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'until' in value &&
    typeof value.until === 'number',
);

/** Kept in this tab: the way may lead over a sign-up, a one-time code or another site's login. */
export const noteWantedPairing = (code: string): void => kept.write({ code, until: deviceClock.now() + keptForMs });

/** Asked once, when they are in. */
export function takeWantedPairing(): string | null {
  const wanted = kept.read();
  kept.clear();
  return wanted !== null && deviceClock.now() < wanted.until ? wanted.code : null;
}
