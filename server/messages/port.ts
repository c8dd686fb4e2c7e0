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

/** How this server writes to people outside of the app. Both reject when the message could not be handed over. */
export interface Messages {
  readonly mail: (mail: Mail) => Promise<void>;
  readonly sms: (sms: Sms) => Promise<void>;
  /** What could not leave for want of configuration, to read on /api/dev/outbox; null in production. */
  readonly outbox: DevOutbox | null;
}

export interface SmtpSettings {
  /** smtp://user:password@host:port, or smtps://. */
  readonly url: string;
  readonly from: string;
}

/** A web service that takes `{ to, text }` as JSON, with the token as bearer. */
export interface SmsSettings {
  readonly endpoint: string;
  readonly token: string;
}
