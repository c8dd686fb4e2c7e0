import { createTransport } from 'nodemailer';
import type { Clock, Log } from '#server/deps.ts';
import { createDevOutbox } from './dev-outbox.ts';
import type { Mail, Messages, Sms, SmsSettings, SmtpSettings } from './port.ts';

/** Time limit for a mail or SMS service. */
const timeoutMs = 10_000;

export interface MessageSettings {
  readonly smtp: SmtpSettings | null;
  readonly sms: SmsSettings | null;
  /** Undelivered messages are shown to the developer; in production they are only logged as missing. */
  readonly development: boolean;
}

/** Mail by SMTP and SMS by a web service, each if configured. */
export function createMessages(
  { smtp, sms, development }: MessageSettings,
  { clock, log }: { readonly clock: Pick<Clock, 'now'>; readonly log: Log },
): Messages {
  const outbox = development ? createDevOutbox() : null;

  function unsent(kind: 'mail' | 'sms', variable: string, { to, subject, text }: Sms & { subject: string | null }) {
    outbox?.add({ kind, to, subject, text }, clock.now());
    // The text holds a code: it is logged only in development.
    if (outbox)
      log.info(`${kind} to ${to} (not sent, no ${variable}): ${subject === null ? '' : `${subject}. `}${text}`);
    else log.warn(`${kind} not sent: ${variable} is not set`);
    return Promise.resolve();
  }

  return {
    mail: smtp ? smtpSender(smtp) : (mail) => unsent('mail', 'SMTP_URL', mail),
    sms: sms ? webSender(sms) : (message) => unsent('sms', 'SMS_ENDPOINT', { ...message, subject: null }),
    outbox,
  };
}

function smtpSender({ url, from }: SmtpSettings): (mail: Mail) => Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return async ({ to, subject, text }) => {
    // Passed as an object, so nodemailer never reads one address as a list.
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
  };
}

function webSender({ endpoint, token }: SmsSettings): (sms: Sms) => Promise<void> {
  return async ({ to, text }) => {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ to, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the SMS service answered ${answer.status}`);
  };
}
