import type { DevOutbox } from './dev-outbox.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Sms {
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

/** Sends messages to people outside the app. Both functions reject when the service did not accept the message. */
export interface Messages {
  readonly mail: (mail: Mail) => Promise<void>;
  readonly sms: (sms: Sms) => Promise<void>;
  /** Messages that were not sent because no service is configured, shown on /api/dev/outbox; null in production. */
  readonly outbox: DevOutbox | null;
}

export interface SmtpSettings {
  /** smtp://user:password@host:port, or smtps://. */
  readonly url: string;
  readonly from: string;
}

/** A web service that accepts `{ to, text }` as JSON, with the token as bearer. */
export interface SmsSettings {
  readonly endpoint: string;
  readonly token: string;
}
