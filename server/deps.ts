import type { SocialProvider } from '#domain/account.ts';
import type { Uuid } from '#domain/ids.ts';
import type { Instant } from '#domain/time.ts';
import type { Database } from '#server/db/database.ts';
import type { SocialClient } from '#server/access-settings.ts';
import type { Messages } from '#server/messages/port.ts';
import type { PushPort } from '#server/push/port.ts';
import type { RealtimeDriver } from '#server/realtime/driver.ts';

/** One line an event, never a token, password or card. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
  error(line: string, error?: unknown): void;
}

export interface Clock {
  now(): Instant;
  /** Resolves after that time has passed on this clock. */
  wait(ms: number): Promise<void>;
  /** Runs again and again until the answer is called; never keeps the process alive. */
  every(ms: number, work: () => void): () => void;
}

export interface Ids {
  uuid(): Uuid;
  /** 256 random bits as URL-safe text: tokens and secrets. */
  secret(): string;
  /** That many decimal digits, each as likely as any other: one-time codes. */
  digits(length: number): string;
}

export interface AppConfig {
  readonly version: string;
  /** Where people reach this server, without a path; null = whatever host they used. */
  readonly publicOrigin: string | null;
  /** Folder of the built client; null = not served (development, tests). */
  readonly clientFolder: string | null;
  /** Folder for what this server keeps besides its database; null = nothing is kept (tests). */
  readonly dataFolder: string | null;
  readonly limits: RateLimits;
  /** Google's browser key; null = the demo town (N-30). */
  readonly mapsKey: string | null;
  /** Where the plans are explained (H-12); null = nowhere. */
  readonly plansUrl: string | null;
  /** What the support desk's own calls are known by; null = there are no such calls. */
  readonly supportDeskKey: string | null;
  /** Digits of a one-time code (OTP_LENGTH). */
  readonly otpLength: number;
  /** Login providers that this server is registered with. */
  readonly social: Readonly<Record<SocialProvider, SocialClient | null>>;
}

/** Requests a minute; raise them for tests and load. */
export interface RateLimits {
  /** POST /tokens* of one address and target. */
  readonly signInPerMinute: number;
  /** Everything else, of one token. */
  readonly requestsPerMinute: number;
  /** Promo codes that one person may ask about in one store: they must not be guessed. */
  readonly promocodesPerMinute: number;
}

export const defaultRateLimits: RateLimits = { signInPerMinute: 10, requestsPerMinute: 600, promocodesPerMinute: 10 };

/** The only list of outside things; nothing else reads a clock, makes ids or opens connections. */
export interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly publish: RealtimeDriver;
  readonly push: PushPort;
  readonly messages: Messages;
  readonly log: Log;
  readonly config: AppConfig;
}
