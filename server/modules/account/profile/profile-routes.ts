import { eq } from 'drizzle-orm';
import { equalTo } from '#domain/fields.ts';
import { isUuid } from '#domain/ids.ts';
import { isoFromInstant } from '#domain/time.ts';
import { users } from '#server/db/schema/accounts.ts';
import { refusal } from '#server/http/errors.ts';
import { signedIn } from '#server/http/recipe.ts';
import { limitGuesses } from '#server/http/guess-limits.ts';
import { isCommonPassword } from '#server/modules/account/common-passwords.ts';
import { endDevice, listDevices } from './devices-store.ts';
import { voidCodes } from '#server/modules/account/codes/otp-store.ts';
import { hashPassword } from '#server/modules/account/passwords.ts';
import { clearRefreshCookie } from '#server/modules/account/refresh-cookie.ts';
import { endSessions } from '#server/modules/account/sessions-store.ts';
import { accountTexts } from '#server/modules/account/texts.ts';
import { readPerson, readUser } from '#server/modules/account/users-store.ts';

export const userProfileRoutes = {
  saveProfile: signedIn.account.saveProfile.handler(async ({ input, context: { deps, actor } }) => {
    const person = await readPerson(deps.db, actor.userId);
    const changes = {
      ...(input.fullname !== undefined && { fullname: input.fullname }),
      ...(input.notification_types && { notification_types: [...new Set(input.notification_types)] }),
      ...(input.notification_channels && { notification_channels: [...new Set(input.notification_channels)] }),
      ...(input.new_order_push && { new_order_push: input.new_order_push }),
    };
    if (Object.keys(changes).length > 0) await deps.db.direct.update(users).set(changes).where(eq(users.id, person.id));
    return readUser(deps.db, person.id);
  }),

  changePassword: signedIn.account.changePassword.handler(async ({ input, context }) => {
    const { deps, actor } = context;
    // Each call costs a password hash.
    await limitGuesses(context, `password:${actor.userId}`);
    const person = await readPerson(deps.db, actor.userId);
    const unequal = equalTo(input.password_confirm, input.password, accountTexts.passwordField);
    if (unequal) throw refusal({ code: 'validation', fields: { password_confirm: [unequal] } });
    if (isCommonPassword(input.password, person.email))
      throw refusal({ code: 'validation', fields: { password: [{ rule: 'common-password' }] } });
    const password_hash = await hashPassword(input.password);
    await deps.db.system(async (tx) => {
      await tx.update(users).set({ password_hash }).where(eq(users.id, person.id));
      await endSessions(tx, person.id, deps.clock.now(), actor.sessionId);
      await voidCodes(tx, person.id);
    });
  }),

  devices: signedIn.account.devices.handler(async ({ context: { deps, actor } }) => {
    const devices = await listDevices(deps.db, actor.userId, deps.clock.now());
    return devices.map(({ id, device, created_at, last_used_at }) => ({
      id,
      device,
      created_at: isoFromInstant(created_at),
      last_used_at: isoFromInstant(last_used_at),
      current: id === actor.sessionId,
    }));
  }),

  endDevice: signedIn.account.endDevice.handler(async ({ input, context }) => {
    const { deps, actor } = context;
    const known = isUuid(input.id) && (await endDevice(deps.db, actor.userId, input.id, deps.clock.now()));
    if (!known) throw refusal({ code: 'not_found' });
    if (input.id === actor.sessionId) clearRefreshCookie(context);
  }),
};
