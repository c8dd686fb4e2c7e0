import { lt } from 'drizzle-orm';
import { after, minutes } from '#domain/time.ts';
import { commands, storeEvents } from '#server/db/schema/sync.ts';
import type { Deps } from './deps.ts';
import { startPass } from './passes.ts';
import { dropOldGuesses } from './http/guess-limits.ts';
import { dropOldGrants } from './http/pin-grants.ts';
import { dropOldDeviceChecks } from './modules/device-checks/device-checks-store.ts';
import { dropOldVisits } from './modules/guests/guests-store.ts';
import { dropOldReceipts } from './modules/alerts/receipts-store.ts';
import { dropOldCodes } from './modules/account/codes/otp-store.ts';
import { dropOldPrices } from './modules/orders/reviews/former-prices-store.ts';
import { dropOldOutboxes } from './modules/outboxes/outboxes-store.ts';
import { dropDeadSessions } from './modules/account/sessions-store.ts';
import { dropSocialLogins } from './modules/account/social/social-store.ts';

const dayMs = minutes(24 * 60);
const hourMs = minutes(60);
const commandDays = 90;
/** A device that was away longer receives the whole state. */
const eventDays = 14;

/** Deletes rows that no request can need. */
export async function sweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.direct.delete(commands).where(lt(commands.created_at, after(now, -commandDays * dayMs)));
  await db.direct.delete(storeEvents).where(lt(storeEvents.created_at, after(now, -eventDays * dayMs)));
  await dropDeadSessions(db, now);
  await dropOldCodes(db, now);
  await dropSocialLogins(db, now);
  await dropOldGuesses(db, now);
  await dropOldGrants(db, now);
  await dropOldReceipts(db, now);
  await dropOldPrices(db, now);
  await dropOldOutboxes(db, now);
  await dropOldDeviceChecks(db, now);
  await dropOldVisits(db, now);
}

/** Sweeps at the start and every hour. Returns a function that ends it. */
export const startMaintenance = (deps: Pick<Deps, 'db' | 'clock' | 'log'>): (() => Promise<void>) =>
  startPass(deps, { what: 'maintenance', everyMs: hourMs, atOnce: true }, () => sweep(deps));
