import * as z from 'zod/mini';
import { kioskDeviceMaxChars, kioskNameChars, normalPairingCode } from '#domain/kiosk.ts';
import { authToken } from './account.ts';
import { id, pathId, requiredText, text, timestamp, uuid } from './fields.ts';
import { procedure } from './procedure.ts';

/** A pairing code as displayed or typed. Case, spaces and dashes are ignored. */
const code = z.pipe(
  text(20).check(z.refine((typed) => normalPairingCode(typed) !== null)),
  z.transform((typed) => normalPairingCode(typed) ?? ''),
);

/** People read and type `code`. `secret` stays on the screen that asked. */
const pairing = z.object({ id: uuid, secret: z.string(), code: z.string(), expires_in: z.int() });

/** waiting: ask again; paired: this device is signed in as the store's kitchen screen. */
const pairingState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting'), expires_in: z.int() }),
  z.object({ state: z.literal('refused') }),
  z.extend(authToken, { state: z.literal('paired'), store_id: id, name: z.string() }),
]);

const kiosk = z.object({
  id,
  name: z.string(),
  device: z.string(),
  approved_by: z.string(),
  created_at: timestamp,
  /** null until the screen signs in for the first time. */
  last_used_at: z.nullable(timestamp),
});

const storePath = { store_id: pathId };

export type WireKiosk = z.infer<typeof kiosk>;
export type PairingState = z.infer<typeof pairingState>;

export const kiosksContract = {
  /** A screen asks to be paired. At most 10 requests a minute per address. */
  startPairing: procedure('public', 'POST', '/kiosk/pairings', 'Ask to pair a kitchen screen', 201)
    .input(z.object({ device: text(kioskDeviceMaxChars) }))
    .output(pairing),
  /**
   * The screen asks whether it was approved. If so, the answer has its session and sets the refresh cookie. Errors:
   * not_found (unknown id or wrong secret, indistinguishable), expired.
   */
  pairingToken: procedure('public', 'POST', '/kiosk/pairings/{id}/token', 'Exchange an approved pairing', 201)
    .input(z.object({ id: uuid, secret: text(64) }))
    .output(pairingState),
  /** The screen that shows this code. Errors: not_found, expired, too_many_requests. */
  pairing: procedure('store.manage', 'GET', '/store/{store_id}/kiosks/pairing', 'The screen behind a code')
    .input(z.object({ ...storePath, code }))
    .output(z.object({ device: z.string(), created_at: timestamp, expires_in: z.int() })),
  /** Errors: not_found, expired (also for a used code), too_many_requests. */
  approve: procedure('store.manage', 'POST', '/store/{store_id}/kiosks', 'Approve a kitchen screen', 201)
    .input(
      z.object({ ...storePath, code, name: requiredText(kioskNameChars.max).check(z.minLength(kioskNameChars.min)) }),
    )
    .output(kiosk),
  /** Errors: not_found, expired (also for a used code), too_many_requests. */
  refuse: procedure('store.manage', 'POST', '/store/{store_id}/kiosks/refuse', 'Refuse a kitchen screen', 204)
    .input(z.object({ ...storePath, code }))
    .output(z.void()),
  list: procedure('store.manage', 'GET', '/store/{store_id}/kiosks', 'Kitchen screens of the store')
    .input(z.object(storePath))
    .output(z.array(kiosk)),
  /** Signs the screen out and closes its sockets within 5 s (docs/threats.md T12). Error: not_found. */
  revoke: procedure('store.manage', 'DELETE', '/store/{store_id}/kiosks/{id}', 'Unpair a kitchen screen', 204)
    .input(z.object({ ...storePath, id: pathId }))
    .output(z.void()),
};
