import { otpsPerHour, type OtpTarget } from '#domain/account.ts';
import type { AppConfig, Deps } from '#server/deps.ts';
import { afterAnswer } from '#server/http/after-answer.ts';
import type { RequestContext } from '#server/http/context.ts';
import { tokenHash } from '#server/http/access-store.ts';
import { forgiveGuess, limitGuesses, limitHour } from '#server/http/guess-limits.ts';
import { type CodeTarget, issueCode, otpSecret } from './otp-store.ts';
import { tooMany } from '#server/modules/account/signed-in.ts';
import { accountTexts } from '#server/modules/account/texts.ts';

/** An address may request this many times one target's limit, because a whole restaurant shares one address. */
const targetsPerAddress = 3;

/** Sends one-time codes; reads their key once. */
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
     * Issues a code and sends it after the answer. The answer is the same when no account exists (docs/threats.md T4).
     * Throws too_many_requests when a code is requested too soon or too often.
     */
    async send(
      context: RequestContext,
      target: CodeTarget,
      to: { readonly id: number; readonly address: string } | null,
    ): Promise<{ id: string; expires_in: number }> {
      const { deps, reply, request } = context;
      // Many targets from one address indicate SMS pumping or probing for accounts.
      await limitGuesses(context, `codes:${request.ip}`, targetsPerAddress * deps.config.limits.signInPerMinute);
      // Per address: a stranger who asks for somebody else's target uses up their own share only.
      const share = `codes:${request.ip}:${tokenHash(`${target.type}:${target.value}`)}`;
      await limitHour(context, share, otpsPerHour);
      const issued = await issueCode(deps.db, target, {
        userId: to?.id ?? null,
        id: deps.ids.uuid(),
        code: deps.ids.digits(deps.config.otpLength),
        secret: await secret(deps),
        now: deps.clock.now(),
      });
      if (issued.state === 'wait') {
        await forgiveGuess(context, share);
        throw tooMany(issued.seconds);
      }
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

/**
 * Host bound to the code: phones autofill it only there (A-32). Taken from the settings, never from the request, which
 * could name another site.
 */
const hostOf = ({ publicOrigin }: AppConfig): string | null =>
  publicOrigin === null ? null : new URL(publicOrigin).hostname;
