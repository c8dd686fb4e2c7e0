import { createApp } from './app.ts';
import { connectDatabase } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { seedIfEmpty } from './seed/seed.ts';
import { type Deps, defaultRateLimits } from './deps.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { startMaintenance } from './maintenance.ts';
import { createMessages } from './messages/messages.ts';
import { startFiscalSandbox } from './billing/sandbox/fiscal-sandbox.ts';
import { createBilling, sandboxNumbers } from './modules/billing/create-billing.ts';
import { watchDocuments } from './modules/billing/pursue-documents.ts';
import { watchReadyOrders } from './modules/alerts/ready-orders.ts';
import { createHttpShipping, createSandboxShipping } from './shipping/adapters.ts';
import { watchCustomerNotices } from './modules/alerts/customer-notices.ts';
import { watchUnseenOrders } from './modules/alerts/unseen-orders.ts';
import { watchGuestRequests } from './modules/guests/request-pushes.ts';
import { watchPrintJobs } from './modules/printing/print-jobs-store.ts';
import { createSigner, sharedPair } from './modules/printing/signing-key.ts';
import { watchPayments } from './modules/payments/charging.ts';
import { createMercadoPago } from './payments/mercado-pago.ts';
import { createSandboxPayments, sandboxToken } from './payments/sandbox/sandbox-payments.ts';
import { startPaymentSandbox } from './payments/sandbox/sandbox-server.ts';
import { watchClosing } from './modules/stores/closing.ts';
import { createBeamsPush } from './push/beams.ts';
import { createSandboxPush } from './push/sandbox.ts';
import { createEmbeddedDriver } from './realtime/embedded-driver.ts';
import { embeddedKeys } from './realtime/keys-store.ts';
import { createPusherDriver } from './realtime/pusher-driver.ts';
import { version } from './root.ts';
import { createLog, systemClock, systemIds } from './system.ts';

/** Time limit for the whole shutdown. */
const stopWithinMs = 5_000;

type Stop = () => Promise<void>;

async function start(env: Environment, onStart: (stop: Stop) => void, onGone: () => void): Promise<string> {
  const log = createLog(env.logLevel);
  const clock = systemClock;
  const ids = systemIds(clock);
  const postgres =
    env.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: env.dataDir, log: (line) => log.info(line), onGone })
      : null;
  if (postgres) onStart(() => postgres.stop());
  const url = env.databaseUrl ?? postgres?.url ?? '';
  await migrate(url);
  const db = await connectDatabase(url, { connections: 10, log: (line) => log.warn(line) });
  onStart(() => db.end());
  if (await seedIfEmpty(db, { now: clock.now(), ids })) log.info('Se creó la tienda de demostración.');
  const publish = env.pusher
    ? createPusherDriver({ keys: env.pusher, cluster: env.pusher.cluster, log })
    : createEmbeddedDriver({ keys: await embeddedKeys(db, ids), db, publicOrigin: env.publicOrigin, clock, log });
  const sandbox =
    env.access.payments === null && env.paymentSandbox
      ? await startPaymentSandbox({ clock, accessToken: sandboxToken, webhookSecret: null })
      : null;
  if (sandbox) onStart(() => sandbox.stop());
  const payments = env.access.payments
    ? createMercadoPago(env.access.payments)
    : sandbox && createSandboxPayments(sandbox);
  const fiscalSandbox = env.billingSandbox ? await startFiscalSandbox({ clock, lastKnown: sandboxNumbers(db) }) : null;
  if (fiscalSandbox) onStart(() => fiscalSandbox.stop());
  const deps: Deps = {
    db,
    clock,
    ids,
    publish,
    push: env.beams ? createBeamsPush(env.beams, clock) : createSandboxPush({ clock, ids, log }),
    shipping: env.access.shipping ? createHttpShipping(env.access.shipping) : createSandboxShipping({ log }),
    payments,
    billing: createBilling({ db, clock, secret: env.fiscalSecret, sandbox: fiscalSandbox }),
    signer: createSigner(env.access.printing ?? (await sharedPair(db, clock.now()))),
    messages: createMessages({ ...env.access, development: env.development }, { clock, log }),
    log,
    config: {
      version,
      publicOrigin: env.publicOrigin,
      clientFolder: env.clientFolder,
      dataFolder: env.dataDir,
      limits: {
        signInPerMinute: env.signInPerMinute ?? defaultRateLimits.signInPerMinute,
        requestsPerMinute: env.requestsPerMinute ?? defaultRateLimits.requestsPerMinute,
        promocodesPerMinute: env.promocodesPerMinute ?? defaultRateLimits.promocodesPerMinute,
      },
      mapsKey: env.mapsKey,
      plansUrl: env.plansUrl,
      codeBaseUrl: env.codeBaseUrl,
      supportDeskKey: env.supportDeskKey,
      partnerPanelKey: env.partnerPanelKey,
      otpLength: env.otpLength,
      social: { google: env.access.google, facebook: env.access.facebook },
    },
  };
  const app = await createApp(deps);
  onStart(() => app.close());
  const address = await app.listen({ host: env.host, port: env.port });
  const passes = [
    startMaintenance,
    watchUnseenOrders,
    watchCustomerNotices,
    watchReadyOrders,
    watchGuestRequests,
    watchClosing,
    watchPayments,
    watchDocuments,
    watchPrintJobs,
  ].map((begin) => begin(deps));
  onStart(async () => {
    await Promise.all(passes.map((end) => end()));
  });
  return env.publicOrigin ?? address.replace('127.0.0.1', 'localhost');
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** SQLSTATE of a refused user or password. */
const refusedLogins = new Set(['28000', '28P01']);

async function main(): Promise<void> {
  const env = readEnvironment(process.env);
  if (!env.ok) {
    process.stderr.write(`La configuración no es válida:\n${env.problems.map((p) => `  ${p}\n`).join('')}`);
    process.exit(1);
  }
  const stops: Stop[] = [];
  let stopping = false;
  const stop = async (exitCode: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(exitCode || 1), stopWithinMs).unref();
    // Stop in reverse order: requests, then the pool, then the database.
    for (const one of stops.toReversed())
      await one().catch((error: unknown) =>
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
      );
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  try {
    const origin = await start(
      env.value,
      (s) => stops.push(s),
      () => {
        process.stderr.write('PostgreSQL no se pudo volver a iniciar: el servidor se detiene.\n');
        void stop(1);
      },
    );
    process.stdout.write(`Marche está listo en ${origin}/sellers/\n`);
  } catch (error) {
    const busy = codeOf(error) === 'EADDRINUSE';
    const reason = refusedLogins.has(String(codeOf(error)))
      ? 'La base de datos no acepta el usuario o la contraseña de DATABASE_URL.'
      : error instanceof Error
        ? error.message
        : String(error);
    process.stderr.write(
      busy ? `El puerto ${env.value.port} está ocupado. Elegí otro con PORT.\n` : `Marche no pudo empezar: ${reason}\n`,
    );
    await stop(1);
  }
}

await main();
