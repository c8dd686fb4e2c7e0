import * as z from 'zod/mini';
import { allowableAbilities, pinPattern } from '#domain/pin.ts';
import { id, pathId, role } from './fields.ts';
import { procedure } from './procedure.ts';

const pin = z.string().check(z.regex(pinPattern));
const storePath = { store_id: pathId };

export const pinPerson = z.object({ id, fullname: z.string(), role, can_discount: z.boolean(), has_pin: z.boolean() });

export const pinGrant = z.object({
  id: z.uuid(),
  user: z.object({ id, fullname: z.string() }),
  role,
  can_discount: z.boolean(),
});

/** PINs of a store's people: who acts on a shared device, and who allows an action (docs/decisions/038). */
export const pinsContract = {
  /** The people of the store who can share a device, the caller too. */
  people: procedure('pin.use', 'GET', '/store/{store_id}/pins', 'Who can share a device')
    .input(z.object(storePath))
    .output(z.array(pinPerson)),
  /** The own PIN. */
  set: procedure('pin.use', 'PATCH', '/store/{store_id}/pins', 'Set the own PIN', 204)
    .input(z.object({ ...storePath, pin: z.string() }))
    .output(z.void()),
  /** Removes the own PIN; what it allowed ends with it. */
  drop: procedure('pin.use', 'DELETE', '/store/{store_id}/pins', 'Remove the own PIN', 204)
    .input(z.object(storePath))
    .output(z.void()),
  /** Removes the PIN of a person of the store. */
  remove: procedure('store.manage', 'DELETE', '/store/{store_id}/pins/{id}', 'Remove a PIN', 204)
    .input(z.object({ ...storePath, id: pathId }))
    .output(z.void()),
  /**
   * Types a PIN. Without `ability`: this session acts as that person (X-Acting: the answer's id). With it: that person
   * allows one action on the order or group `entity_id` (X-Authorised: the answer's id). Errors: otp_invalid at `pin`,
   * forbidden (that person lacks the right), too_many_requests.
   */
  grant: procedure('pin.use', 'POST', '/store/{store_id}/pins/grants', 'Type a PIN', 201)
    .input(
      z.object({
        ...storePath,
        user_id: id,
        pin,
        ability: z.optional(z.enum(allowableAbilities)),
        entity_id: z.optional(id),
      }),
    )
    .output(pinGrant),
};
