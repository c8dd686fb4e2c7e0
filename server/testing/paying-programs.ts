import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { connectDatabase, type Database } from '#server/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#server/db/test-database.ts';
import { sandboxToken } from '#server/payments/sandbox/sandbox-payments.ts';
import { type PaymentSandbox, startPaymentSandbox } from '#server/payments/sandbox/sandbox-server.ts';
import { systemClock } from '#server/system.ts';
import { killPrograms, type Program, startProgram } from './program.ts';

interface PayingPrograms {
  readonly sandbox: PaymentSandbox;
  readonly db: Database;
  /** Starts the real program over the database and the sandbox. */
  readonly start: () => Program;
  /** Kills the program (-9) after the provider did what it was asked next, and before it answers. */
  readonly killAtAnswer: (program: Program) => void;
}

/** A database and a payment sandbox for programs that tests start and kill. Read it inside a test. */
export function usePayingPrograms(): () => PayingPrograms {
  let database: TestDatabase;
  let sandbox: PaymentSandbox;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase(inject('postgresUrl'));
    sandbox = await startPaymentSandbox({ clock: systemClock, accessToken: sandboxToken, webhookSecret: null });
    db = await connectDatabase(database.url, { connections: 2, log: () => undefined });
  });
  afterEach(() => killPrograms());
  afterAll(async () => {
    await db.end();
    await sandbox.stop();
    await database.drop();
  });
  return () => ({
    sandbox,
    db,
    start: () =>
      startProgram({
        DATABASE_URL: database.url,
        MERCADO_PAGO_TOKEN: sandboxToken,
        MERCADO_PAGO_POS: 'CAJA001',
        MERCADO_PAGO_ENDPOINT: sandbox.url,
      }),
    killAtAnswer: ({ child, exit }) =>
      void sandbox.faults.push({
        kind: 'before-answer',
        async happens() {
          child.kill('SIGKILL');
          await exit;
        },
      }),
  });
}
