import * as z from 'zod/mini';
import { fullnameMaxChars, newOrderPushes, otpStates, otpTargets } from '#domain/account.ts';
import { passwordChars } from '#domain/limits.ts';
import { id, requiredText, text, timestamp, uuid } from './fields.ts';
import { procedure } from './procedure.ts';

/** `database` means e-mail, `push` means a browser push. */
const notificationType = z.enum(['OrderNew']);
const notificationChannel = z.enum(['database', 'push']);

export const user = z.object({
  id,
  fullname: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  phone_verified: z.boolean(),
  avatar: z.nullable(z.string()),
  notification_types: z.array(notificationType),
  notification_channels: z.array(notificationChannel),
  /** When the push about a new order comes: 'always' = at once, 'unattended' = after 15 s without attention (D-44). */
  new_order_push: z.enum(newOrderPushes),
  confidence: z.number(),
  orders_resume: z.object({ success: z.object({ count: z.int() }), false_order: z.object({ count: z.int() }) }),
});

export type User = z.infer<typeof user>;

/** `expires_in`: lifetime of the access token in seconds. */
export const authToken = z.object({ token_type: z.literal('Bearer'), access_token: z.string(), expires_in: z.int() });

export type AuthToken = z.infer<typeof authToken>;

const email = requiredText(254).check(z.email());
const password = z.string().check(z.minLength(1), z.minLength(passwordChars.min), z.maxLength(passwordChars.max));
/** The name needs a visible character; direction marks alone are not enough. */
const fullname = requiredText(fullnameMaxChars).check(z.refine((name) => /[^\p{C}\p{Z}]/u.test(name)));

const credentials = z.object({ email, password });

const signUp = z.object({ fullname, email, phone: requiredText(40), password });

/** The recipient of a code. `target` is an email address or a phone number (E.164, or as written in Argentina). */
const codeTarget = {
  target_type: z.enum(otpTargets),
  target: requiredText(254),
  issued_for: z.literal('recovery_access'),
};

/** Digits; `ways` gives their number. */
const receivedCode = z.string().check(z.trim(), z.minLength(1), z.regex(/^\d{4,8}$/));

/** `expires_in`: seconds until the next code may be requested. The code itself is valid for ten minutes. */
const codeStatus = z.object({ status: z.enum(otpStates), expires_in: z.int() });

/** A signed-in device; `device` is its user agent. */
const signedInDevice = z.object({
  id: uuid,
  device: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  current: z.boolean(),
});

export type SignedInDevice = z.infer<typeof signedInDevice>;

export const account = {
  /**
   * The form makes the Idempotency-Key. Errors: email_taken, phone_taken, idempotency_mismatch, validation (A-04 to
   *
   */
  signUp: procedure('public', 'POST', '/users', 'Sign up', 201).input(signUp).output(user),
  /** Errors: invalid_credentials, validation. Sets the refresh cookie. */
  signIn: procedure('public', 'POST', '/tokens', 'Log in', 201).input(credentials).output(authToken),
  /**
   * `access_token` is the one-time token from the redirect of /auth/{provider}. It is valid for a minute in that
   * browser. Errors: not_found (no such provider), invalid_credentials (A-22, A-23, docs/threats.md T6).
   */
  socialSignIn: procedure('public', 'POST', '/tokens/social/{provider}', 'Log in with another account', 201)
    .input(z.object({ provider: text(40), access_token: requiredText(200) }))
    .output(authToken),
  /**
   * `id`: the request that sent the code; three wrong tries void the code of that request. Without it, the newest code of
   * the target has three tries more. Error: otp_invalid. It is the same for a wrong, used, expired, void or never requested code (A-37, N-05,
   * docs/threats.md T4).
   */
  signInByCode: procedure('public', 'POST', '/tokens/otp', 'Log in with a one-time code', 201)
    .input(z.object({ ...codeTarget, received_code: receivedCode, id: z.optional(uuid) }))
    .output(authToken),
  /** The input is the refresh cookie. Errors: token_revoked, unauthenticated (N-18, docs/threats.md T3). */
  refresh: procedure('public', 'POST', '/tokens/refresh', 'Renew the access token', 201).output(authToken),
  /**
   * Ends the session of the access token; without a valid one that of the refresh cookie, so that a device which logged
   * out without a network can end it later. Errors: unauthenticated (neither), forbidden (a page of another origin).
   */
  signOut: procedure('public', 'DELETE', '/tokens/current', 'Log out this device', 204).output(z.void()),
  /** The social logins of this server, and the number of digits in its codes. */
  ways: procedure('public', 'GET', '/auth', 'Ways to log in').output(
    z.object({ google: z.boolean(), facebook: z.boolean(), code_length: z.int() }),
  ),
  /** Unknown targets get the same answer (docs/threats.md T4). Error: too_many_requests, with Retry-After. */
  requestCode: procedure('public', 'POST', '/otp', 'Send a one-time code', 201)
    .input(z.object(codeTarget))
    .output(z.object({ id: uuid, expires_in: z.int() })),
  /** Error: not_found. */
  codeStatus: procedure('public', 'GET', '/otp/{id}/status', 'What became of a code')
    .input(z.object({ id: text(64) }))
    .output(codeStatus),
  me: procedure('user', 'GET', '/me', 'The current user').output(user),
  /** Changes only the given fields. */
  saveProfile: procedure('user', 'PATCH', '/me', 'Change the profile')
    .input(
      z.object({
        fullname: z.optional(fullname),
        notification_types: z.optional(z.array(notificationType).check(z.maxLength(10))),
        notification_channels: z.optional(z.array(notificationChannel).check(z.maxLength(10))),
        new_order_push: z.optional(z.enum(newOrderPushes)),
      }),
    )
    .output(user),
  /** Signs the user out of every other device (A-47, docs/threats.md T5). */
  changePassword: procedure('user', 'PATCH', '/me/password', 'Change the password', 204)
    .input(z.object({ password, password_confirm: z.string().check(z.minLength(1), z.maxLength(100)) }))
    .output(z.void()),
  /**
   * Sends a code to the profile's phone or, while no phone of the profile is verified, to the new `phone`. Errors:
   * too_many_requests, conflict (is verified), phone_taken, validation.
   */
  requestPhoneCode: procedure('user', 'POST', '/me/phone_verification', 'Send a code to the own phone', 201)
    .input(z.optional(z.object({ phone: z.optional(requiredText(40)) })))
    .output(z.object({ expires_in: z.int() })),
  /**
   * `phone`: the number that got the code, if it is not in the profile yet. Errors: otp_invalid, phone_taken.
   */
  verifyPhone: procedure('user', 'POST', '/me/phone_verification/{code}', 'Confirm the own phone')
    .input(z.object({ code: text(40), phone: z.optional(requiredText(40)) }))
    .output(user),
  /** The most recently used device comes first. */
  devices: procedure('user', 'GET', '/me/devices', 'Signed-in devices').output(z.array(signedInDevice)),
  /** Closes the device's sockets within 5 s (docs/threats.md T3, T12). Error: not_found. */
  endDevice: procedure('user', 'DELETE', '/me/devices/{id}', 'Sign a device out', 204)
    .input(z.object({ id: text(64) }))
    .output(z.void()),
  /** Authorises a socket for a private channel (R-01, D-30). Error: forbidden. */
  authorizeChannel: procedure('user', 'POST', '/broadcasting/auth', 'Authorise a private channel')
    .input(z.object({ socket_id: text(64), channel_name: text(164) }))
    .output(z.object({ auth: z.string(), channel_data: z.optional(z.string()) })),
};
