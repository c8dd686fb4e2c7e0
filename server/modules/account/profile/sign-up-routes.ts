import { readPhone } from '#contract/phone.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { normalEmail } from '#domain/fields.ts';
import { isUuid } from '#domain/ids.ts';
import { refusal } from '#server/http/errors.ts';
import { answer, publicProcedures } from '#server/http/recipe.ts';
import type { RequestContext } from '#server/http/context.ts';
import { isCommonPassword } from '#server/modules/account/common-passwords.ts';
import { hashPassword, passwordMatches } from '#server/modules/account/passwords.ts';
import { tokenHash } from '#server/http/access-store.ts';
import { limitTokens } from '#server/modules/account/signed-in.ts';
import { findBySignUpKey, findTaken, insertUser } from '#server/modules/account/users-store.ts';

/** null = the form sent no key: then a repeat is a new sign-up. */
function keyOf({ request }: RequestContext): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  const id = String(key).toLowerCase();
  if (!isUuid(id)) throw refusal({ code: 'validation', fields: { 'Idempotency-Key': [{ rule: 'invalid' }] } });
  return id;
}

export const signUpRoutes = {
  signUp: publicProcedures.account.signUp.handler(async ({ input, context }) => {
    const { db, clock } = context.deps;
    const email = normalEmail(input.email);
    await limitTokens(context, tokenHash(email));
    const key = keyOf(context);
    // No default country: a person may sign up from anywhere.
    const phone = await readPhone(input.phone, null);
    const fields: Record<string, FieldProblem[]> = {};
    if (!phone.ok) fields['phone'] = [{ rule: 'account-phone', problem: phone.problem }];
    if (isCommonPassword(input.password, email)) fields['password'] = [{ rule: 'common-password' }];
    if (!phone.ok || fields['password']) throw refusal({ code: 'validation', fields });
    const wanted = { fullname: input.fullname, email, phone: phone.e164 };

    /** The first answer of the same form, sent again; null = this is the first time. */
    const repeated = async () => {
      const known = key === null ? null : await findBySignUpKey(db, key);
      if (!known) return null;
      const same =
        known.row.email === wanted.email &&
        known.row.phone === wanted.phone &&
        (await passwordMatches(known.row.password_hash, input.password));
      if (!same) throw refusal({ code: 'idempotency_mismatch' });
      return known.user;
    };

    const before = await repeated();
    if (before) return before;
    // Checked before the costly hash. The unique indexes have the last word.
    const taken = await findTaken(db, wanted);
    if (taken) return (await repeated()) ?? answer(taken);
    const passwordHash = await hashPassword(input.password);
    const made = await db.system((tx) =>
      insertUser(tx, { ...wanted, emailVerified: false, passwordHash, signUpKey: key }, clock.now()),
    );
    return made.ok ? made.value : ((await repeated()) ?? answer(made));
  }),
};
