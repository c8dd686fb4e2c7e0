import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { otpChars } from '#domain/limits.ts';
import { instant, type Instant } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import { type Database, connectDatabase } from '#server/db/database.ts';
import type { Person } from '#server/seed/people.ts';
import { demoPassword } from '#server/seed/people.ts';
import { seedIfEmpty } from '#server/seed/seed.ts';
import { createTestDatabase } from '#server/db/test-database.ts';
import type { AppConfig, Deps, Log } from '#server/deps.ts';
import { createMessages } from '#server/messages/messages.ts';
import { type FiscalSandbox, startFiscalSandbox } from '#server/billing/sandbox/fiscal-sandbox.ts';
import { createBilling } from '#server/modules/billing/create-billing.ts';
import type { Messages } from '#server/messages/port.ts';
import { createSandboxPayments, sandboxToken } from '#server/payments/sandbox/sandbox-payments.ts';
import { type PaymentSandbox, startPaymentSandbox } from '#server/payments/sandbox/sandbox-server.ts';
import type { PushPort } from '#server/push/port.ts';
import { createSigner, sharedPair } from '#server/modules/printing/signing-key.ts';
import { createSandboxPush } from '#server/push/sandbox.ts';
import { createEmbeddedDriver } from '#server/realtime/embedded-driver.ts';
import { embeddedKeys } from '#server/realtime/keys-store.ts';
import type { ShippingPort } from '#server/shipping/port.ts';
import { createSandboxShipping } from '#server/shipping/adapters.ts';
import { systemIds } from '#server/system.ts';
import { forgetRegisters } from './forget-registers.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

/** Encrypts the credentials of tax authorities in tests. */
const fiscalSecret = 'f'.repeat(32);

/** Friday 2026-11-20, 20:00 in Buenos Aires. */
export const testStart: Instant = instant(Date.UTC(2026, 10, 20, 23, 0, 0));

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** Parsed JSON; null without a body. */
  readonly body: unknown;
  readonly text: string;
}

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly db: Database;
  readonly clock: TestClock;
  readonly url: string;
  /** Logged unexpected errors, for tests that expect none. */
  readonly errors: string[];
  /** The payment provider's double. */
  readonly payingSandbox: PaymentSandbox | null;
  /** The tax authorities' doubles. */
  readonly fiscalSandbox: FiscalSandbox;
  /** Signs the person in once; later calls return the same token. */
  token(who: Person): Promise<string>;
  /** Sends a request; `who` null = without a token. The path is relative to /api. */
  ask(who: Person | null, path: string, ask?: Ask): Promise<Answer>;
  /** Starts another server on the same database, like a second process. */
  another(): Promise<{ app: FastifyInstance; close(): Promise<void> }>;
  close(): Promise<void>;
}

export type TestOptions = Partial<Omit<AppConfig, 'version'>> & {
  /** Replaces the push sandbox; receives the test's clock. */
  readonly makePush?: (clock: TestClock) => PushPort;
  /** Replaces the development outbox for mails and SMS. */
  readonly messages?: Messages;
  /** Replaces the shipping sandbox. */
  readonly shipping?: ShippingPort;
  /** Starts the payment sandbox, with this secret for its webhooks; without it nothing is charged online. */
  readonly paymentSecret?: string;
  /** Keeps the register that the demo shop has; by default no store has set its register up. */
  readonly demoRegister?: boolean;
};

const parsed = (text: string): unknown => {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** A seeded server with its own database, in memory until a test calls `app.listen`. */
export async function startTestServer(
  postgresUrl: string,
  {
    makePush,
    messages: givenMessages,
    shipping: givenShipping,
    paymentSecret,
    demoRegister,
    ...options
  }: TestOptions = {},
): Promise<TestServer> {
  const database = await createTestDatabase(postgresUrl);
  const clock = createTestClock(testStart);
  const errors: string[] = [];
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (line, error) =>
      errors.push(`${line}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  };
  const ids = systemIds(clock);
  const config: AppConfig = {
    version: 'test',
    publicOrigin: null,
    clientFolder: null,
    dataFolder: null,
    limits: { signInPerMinute: 1_000_000, requestsPerMinute: 1_000_000, promocodesPerMinute: 1_000_000 },
    mapsKey: null,
    plansUrl: null,
    codeBaseUrl: null,
    supportDeskKey: null,
    partnerPanelKey: null,
    otpLength: otpChars,
    social: { google: null, facebook: null },
    ...options,
  };

  const shipping = givenShipping ?? createSandboxShipping({ log });
  const messages = givenMessages ?? createMessages({ smtp: null, sms: null, development: true }, { clock, log });

  const payingSandbox =
    paymentSecret === undefined
      ? null
      : await startPaymentSandbox({ clock, accessToken: sandboxToken, webhookSecret: paymentSecret });
  const payments = payingSandbox && createSandboxPayments(payingSandbox, paymentSecret);

  const fiscalSandbox = await startFiscalSandbox({ clock });

  async function open() {
    const db = await connectDatabase(database.url, { connections: 8, log: () => undefined });
    const keys = await embeddedKeys(db, ids);
    const publish = createEmbeddedDriver({ keys, db, publicOrigin: config.publicOrigin, clock, log });
    const push = makePush?.(clock) ?? createSandboxPush({ clock, ids, log });
    const signer = createSigner(await sharedPair(db, clock.now()));
    const billing = createBilling({ db, clock, secret: fiscalSecret, sandbox: fiscalSandbox });
    const deps: Deps = { db, clock, ids, publish, push, shipping, payments, billing, signer, messages, log, config };
    return { db, deps, app: await createApp(deps) };
  }

  const { db, deps, app } = await open();
  await seedIfEmpty(db, { now: clock.now(), ids });
  if (!demoRegister) await forgetRegisters(db);
  const others = new Set<{ close(): Promise<void> }>();
  const tokens = new Map<Person, string>();

  async function ask(
    who: Person | null,
    path: string,
    { method = 'GET', body, headers = {} }: Ask = {},
  ): Promise<Answer> {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(who && { authorization: `Bearer ${await token(who)}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.statusCode, headers: response.headers, body: parsed(response.body), text: response.body };
  }

  async function token(who: Person): Promise<string> {
    const known = tokens.get(who);
    if (known) return known;
    const credentials = { email: `${who}@demo.marche`, password: demoPassword };
    const { body } = await ask(null, '/tokens', { method: 'POST', body: credentials });
    const made = typeof body === 'object' && body !== null && 'access_token' in body ? String(body.access_token) : '';
    tokens.set(who, made);
    return made;
  }

  return {
    app,
    deps,
    db,
    clock,
    url: database.url,
    errors,
    payingSandbox,
    fiscalSandbox,
    token,
    ask,
    async another() {
      const second = await open();
      const other = {
        app: second.app,
        close: async (): Promise<void> => {
          if (!others.delete(other)) return;
          await second.app.close();
          await second.db.end();
        },
      };
      others.add(other);
      return other;
    },
    async close() {
      for (const other of others) await other.close();
      await app.close();
      await payingSandbox?.stop();
      await fiscalSandbox.stop();
      await db.end();
      await database.drop();
    },
  };
}

/** Headers of a command: its id (random by default) and the state on which it is based. */
export const command = (
  base: { rev: number } | { after: string } | null = null,
  id: string = randomUUID(),
): Record<string, string> => ({
  'idempotency-key': id,
  ...(base && ('rev' in base ? { 'if-match': `"${base.rev}"` } : { 'x-after': base.after })),
});
