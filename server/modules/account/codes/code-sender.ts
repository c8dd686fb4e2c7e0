import type { OtpTarget } from '#domain/account.ts';
import type { AppConfig, Deps } from '#server/deps.ts';
import { afterAnswer } from '#server/http/after-answer.ts';
import { limitKey, type RequestContext } from '#server/http/context.ts';
import { type CodeTarget, issueCode, otpSecret } from './otp-store.ts';
import { tooMany } from '#server/modules/account/signed-in.ts';
import { accountTexts } from '#server/modules/account/texts.ts';

/** How many times the limit of one target an address has for all of them: a whole restaurant shares one. */
const targetsPerAddress = 3;

/** One-time codes of one server: their key is read once. */
export function createCodeSender() {
  let known: Promise<string> | null = null;

  function secret({ db, ids }: Deps): Promise<string> {
    known ??= otpSecret(db, ids).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  }

  return {
    secret,
    /**
     * A new code on its way; it leaves after the answer, which is the same when nobody is there (docs/threats.md T4). Refuses
     * (too_many_requests) what comes too soon or too often.
     */
    async send(
      context: RequestContext,
      target: CodeTarget,
      to: { readonly id: number; readonly address: string } | null,
    ): Promise<{ id: string; expires_in: number }> {
      const { deps, reply, request } = context;
      // Many targets from one address: SMS pumping, or probing for accounts.
      limitKey(context, `codes:${request.ip}`, targetsPerAddress * deps.config.limits.signInPerMinute);
      const issued = await issueCode(deps.db, target, {
        userId: to?.id ?? null,
        id: deps.ids.uuid(),
        code: deps.ids.digits(deps.config.otpLength),
        secret: await secret(deps),
        now: deps.clock.now(),
      });
      if (issued.state === 'wait') throw tooMany(issued.seconds);
      const host = hostOf(deps.config);
      if (to)
        afterAnswer(reply, deps.log, 'sending a code', () =>
          deliver(deps, { type: target.type, to: to.address }, issued.code, host),
        );
      return { id: issued.id, expires_in: issued.expiresIn };
    },
  };
}

export type CodeSender = ReturnType<typeof createCodeSender>;

function deliver(
  { messages }: Deps,
  { type, to }: { readonly type: OtpTarget; readonly to: string },
  code: string,
  host: string | null,
): Promise<void> {
  return type === 'email'
    ? messages.mail({ to, subject: accountTexts.recoverySubject, text: accountTexts.recoveryMail(code) })
    : messages.sms({ to, text: accountTexts.codeSms(code, host) });
}

/** Whose code it is: phones fill it in only there. Never what a request says: it could name another's site. */
const hostOf = ({ publicOrigin }: AppConfig): string | null =>
  publicOrigin === null ? null : new URL(publicOrigin).hostname;
