import * as z from 'zod/mini';
import { passwordChars } from '#domain/limits.ts';
import { id, requiredText, text } from './fields.ts';
import { procedure } from './procedure.ts';

export const user = z.object({
  id,
  fullname: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  phone_verified: z.boolean(),
  avatar: z.nullable(z.string()),
  notification_types: z.array(z.enum(['OrderNew'])),
  notification_channels: z.array(z.enum(['database', 'push'])),
  confidence: z.number(),
  orders_resume: z.object({ success: z.object({ count: z.int() }), false_order: z.object({ count: z.int() }) }),
});

export type User = z.infer<typeof user>;

/** `expires_in`: seconds that the access token lives. */
export const authToken = z.object({ token_type: z.literal('Bearer'), access_token: z.string(), expires_in: z.int() });

const credentials = z.object({
  email: requiredText(254).check(z.email()),
  password: z.string().check(z.minLength(1), z.minLength(passwordChars.min), z.maxLength(passwordChars.max)),
});

export const account = {
  /** Errors: invalid_credentials, validation. Sets the refresh cookie. */
  signIn: procedure('public', 'POST', '/tokens', 'Log in', 201).input(credentials).output(authToken),
  /** The refresh cookie is the input; errors: token_revoked, unauthenticated (N-18, T3). */
  refresh: procedure('public', 'POST', '/tokens/refresh', 'Renew the access token', 201).output(authToken),
  signOut: procedure('user', 'DELETE', '/tokens/current', 'Log out this device', 204).output(z.void()),
  me: procedure('user', 'GET', '/me', 'The current user').output(user),
  /** Grants a private channel to a socket (R-01, D-30); errors: forbidden. */
  authorizeChannel: procedure('user', 'POST', '/broadcasting/auth', 'Authorise a private channel')
    .input(z.object({ socket_id: text(64), channel_name: text(164) }))
    .output(z.object({ auth: z.string(), channel_data: z.optional(z.string()) })),
};
