import { readPhone } from '#contract/phone.ts';
import { type OtpTarget, otpState, phoneForms, resendSeconds } from '#domain/account.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { email as emailProblem, normalEmail } from '#domain/fields.ts';
import { isUuid } from '#domain/ids.ts';
import { refusal } from '#server/http/errors.ts';
import { answer, publicProcedures, signedIn } from '#server/http/recipe.ts';
import { limitGuesses } from '#server/http/guess-limits.ts';
import type { CodeSender } from './code-sender.ts';
import { type CodeTarget, findOtp, redeemCode, waitOfPerson } from './otp-store.ts';
import { tokenHash } from '#server/http/access-store.ts';
import { limitTokens, signInOn, tooMany } from '#server/modules/account/signed-in.ts';
import { accountTexts } from '#server/modules/account/texts.ts';
import {
  confirmPhone,
  findRecoverable,
  proveEmail,
  readPerson,
  readUser,
  refusePhoneOfOther,
  setPhone,
} from '#server/modules/account/users-store.ts';

/** The target in its stored form. A phone number without a country code is read as Argentine. */
async function readTarget(type: OtpTarget, written: string): Promise<Result<CodeTarget>> {
  const purpose = 'recovery_access';
  if (type === 'email') {
    const problem = emailProblem(written);
    return problem
      ? fail('validation', { fields: { target: [problem] } })
      : ok({ type, value: normalEmail(written), purpose });
  }
  const phone = await readPhone(written, 'AR');
  return phone.ok
    ? ok({ type, value: phoneForms(phone.e164)[0], purpose })
    : fail('validation', { fields: { target: [{ rule: 'phone' }] } });
}

const ownPhone = (phone: string): CodeTarget => ({
  type: 'phone',
  value: phoneForms(phone)[0],
  purpose: 'phone_verification',
});

/** The given number in its stored form, or the profile's number. No default country: people live anywhere. */
async function numberOf(written: string | undefined, own: string | null): Promise<string | null> {
  if (written === undefined || written === own) return own;
  const phone = await readPhone(written, null);
  if (phone.ok) return phone.e164;
  throw refusal({ code: 'validation', fields: { phone: [{ rule: 'account-phone', problem: phone.problem }] } });
}

const targetKey = ({ type, value }: CodeTarget): string => tokenHash(`${type}:${value}`);

const wrongCode = (field: string) => refusal({ code: 'otp_invalid', fields: { [field]: [{ rule: 'invalid' }] } });

export const codeRoutes = (codes: CodeSender) => ({
  requestCode: publicProcedures.account.requestCode.handler(async ({ input, context }) => {
    const target = answer(await readTarget(input.target_type, input.target));
    await limitTokens(context, targetKey(target));
    return codes.send(context, target, await findRecoverable(context.deps.db, target));
  }),

  codeStatus: publicProcedures.account.codeStatus.handler(async ({ input, context: { deps } }) => {
    const otp = isUuid(input.id) ? await findOtp(deps.db, input.id) : null;
    if (!otp) throw refusal({ code: 'not_found' });
    const now = deps.clock.now();
    return { status: otpState(otp, now), expires_in: resendSeconds(otp, now) };
  }),

  signInByCode: publicProcedures.account.signInByCode.handler(async ({ input, context }) => {
    const { deps } = context;
    const target = answer(await readTarget(input.target_type, input.target));
    await limitTokens(context, targetKey(target));
    const secret = await codes.secret(deps);
    const now = deps.clock.now();
    const redeemed = await deps.db.system(async (tx) => {
      const userId = await redeemCode(tx, target, {
        of: input.id === undefined ? 'newest' : { requestId: input.id },
        code: input.received_code,
        secret,
        now,
      });
      if (userId.ok && target.type === 'email') await proveEmail(tx, userId.value, now);
      return userId;
    });
    if (!redeemed.ok) throw wrongCode('received_code');
    return signInOn(context, redeemed.value);
  }),

  requestPhoneCode: signedIn.account.requestPhoneCode.handler(async ({ input, context }) => {
    const { deps, actor } = context;
    const person = await readPerson(deps.db, actor.userId);
    if (person.phone_verified) throw refusal({ code: 'conflict', params: { sentence: accountTexts.phoneVerified } });
    const phone = await numberOf(input?.phone, person.phone);
    if (phone === null) throw refusal({ code: 'validation', fields: { phone: [{ rule: 'required' }] } });
    // A caller could probe which numbers are taken, and each code costs an SMS.
    await limitGuesses(context, `own-phone:${actor.userId}`);
    answer(await refusePhoneOfOther(deps.db, person.id, phone));
    const seconds = await waitOfPerson(deps.db, person.id, deps.clock.now());
    if (seconds > 0) throw tooMany(seconds);
    const { expires_in } = await codes.send(context, ownPhone(phone), { id: person.id, address: phone });
    return { expires_in };
  }),

  verifyPhone: signedIn.account.verifyPhone.handler(async ({ input, context }) => {
    const { deps, actor } = context;
    await limitGuesses(context, `phone-code:${actor.userId}`);
    const person = await readPerson(deps.db, actor.userId);
    // The same code repeated, after its answer was lost.
    if (person.phone_verified) return readUser(deps.db, person.id);
    const phone = await numberOf(input.phone, person.phone);
    if (phone === null) throw wrongCode('code');
    const target = ownPhone(phone);
    const secret = await codes.secret(deps);
    const redeemed = await deps.db.system(async (tx) => {
      const userId = await redeemCode(tx, target, {
        of: { userId: person.id },
        code: input.code.trim(),
        secret,
        now: deps.clock.now(),
      });
      if (!userId.ok || userId.value !== person.id) return null;
      if (phone !== person.phone) return setPhone(tx, person.id, phone);
      await confirmPhone(tx, person.id);
      return ok(null);
    });
    if (redeemed === null) throw wrongCode('code');
    answer(redeemed);
    return readUser(deps.db, person.id);
  }),
});
