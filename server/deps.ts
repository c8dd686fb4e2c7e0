import type { SocialProvider } from '#domain/account.ts';
import type { Uuid } from '#domain/ids.ts';
import type { Instant } from '#domain/time.ts';
import type { Database } from '#server/db/database.ts';
import type { SocialClient } from '#server/access-settings.ts';
import type { Messages } from '#server/messages/port.ts';
import type { Billing } from '#server/billing/fiscal-authority.ts';
import type { PaymentProvider } from '#server/payments/payment-provider.ts';
import type { PushPort } from '#server/push/port.ts';
import type { QzSigner } from '#server/modules/printing/signing-key.ts';
import type { ShippingPort } from '#server/shipping/port.ts';
import type { RealtimeDriver } from '#server/realtime/driver.ts';

/** One line per event, never a token, password or card. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
  error(line: string, error?: unknown): void;
}

export interface Clock {
  now(): Instant;
  /** Resolves after `ms` on this clock. */
  wait(ms: number): Promise<void>;
  /** Repeats `work` every `ms` until the returned function is called. Never keeps the process alive. */
  every(ms: number, work: () => void): () => void;
}

export interface Ids {
  uuid(): Uuid;
  /** 256 random bits as URL-safe text, for tokens and secrets. */
  secret(): string;
  /** `length` uniformly random decimal digits, for one-time codes. */
  digits(length: number): string;
}

export interface AppConfig {
  readonly version: string;
  /** Public origin of this server; null = the host of each request. */
  readonly publicOrigin: string | null;
  /** Folder of the built client; null = not served (development, tests). */
  readonly clientFolder: string | null;
  /** Folder of the server's own files besides the database; null = no files are kept (tests). */
  readonly dataFolder: string | null;
  readonly limits: RateLimits;
  /** Google's browser key; null = the demo town (N-30). */
  readonly mapsKey: string | null;
  /** Page that explains the plans (H-12); null = no such page. */
  readonly plansUrl: string | null;
  /** What the QR of a code begins with (N-29); null = /c/ of the origin that the browser uses. */
  readonly codeBaseUrl: string | null;
  /** Secret that authenticates the support desk's calls; null = those routes are not mounted. */
  readonly supportDeskKey: string | null;
  /** Secret that authenticates the partner panel's calls; null = those routes are not mounted. */
  readonly partnerPanelKey: string | null;
  /** Digits of a one-time code (OTP_LENGTH). */
  readonly otpLength: number;
  /** This server's credentials at each login provider. */
  readonly social: Readonly<Record<SocialProvider, SocialClient | null>>;
}

/** Requests per minute; raised for tests and load. */
export interface RateLimits {
  /** POST /tokens* per address and target. */
  readonly signInPerMinute: number;
  /** All other requests, per token. */
  readonly requestsPerMinute: number;
  /** Promo codes that one person may look up in one store; the limit prevents guessing. */
  readonly promocodesPerMinute: number;
}

export const defaultRateLimits: RateLimits = { signInPerMinute: 10, requestsPerMinute: 600, promocodesPerMinute: 10 };

/** All access to the outside world. No other code reads a clock, creates ids or opens connections. */
export interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly publish: RealtimeDriver;
  readonly push: PushPort;
  readonly shipping: ShippingPort;
  /** Charges people online; null: no store offers that. */
  readonly payments: PaymentProvider | null;
  /** Issues electronic invoices. */
  readonly billing: Billing;
  /** Signs calls of QZ Tray. */
  readonly signer: QzSigner;
  readonly messages: Messages;
  readonly log: Log;
  readonly config: AppConfig;
}
