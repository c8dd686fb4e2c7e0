import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { orders } from '#server/db/schema/orders.ts';
import { checkAnswer, fuzz, fuzzSeed, type FuzzTarget } from '#server/testing/fuzz.ts';
import { rememberPeople } from '#server/testing/people.ts';
import { endpoints, exampleBody } from '#server/testing/procedures.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let submission: Record<string, unknown>;
let restore: () => Promise<void>;
let sent = 0;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  submission = {
    ...(await buildSubmission(server, { items: [['Hamburguesa clásica', 1, { 'A punto': 1, Barbacoa: 1 }]] })),
  };
  await server.token('ana');
  restore = await rememberPeople(server);
});
afterAll(async () => {
  process.stdout.write(`fuzz: ${targets.length} calls, ${sent} requests, FUZZ_SEED=${fuzzSeed}\n`);
  await server.close();
});

/** Every call of the contract, so that a new one is fuzzed by itself. */
const targets: readonly FuzzTarget[] = endpoints.map(({ name, method, path }) => {
  const body = () =>
    name === 'account.signIn'
      ? { email: 'nadie@demo.marche', password: 'marche2026' }
      : exampleBody(name, { submission, order: 1, store: 1 });
  return { name, method, path, body, key: null };
});

describe('nothing that comes in makes a 5xx or shows a stack (E-20)', { timeout: 180_000 }, () => {
  it.each(targets.map((target) => [target.name, target] as const))('%s', async (_name, target) => {
    sent += await fuzz(server, target);
    // A call may have signed Ana out, or have left the store in her name.
    await restore();
  });

  it('headers of commands', async () => {
    const values = [
      '',
      ' ',
      '"',
      '"1"x',
      '"-1"',
      '"1e3"',
      '"99999999999999"',
      '*',
      'W/"1"',
      randomUUID().toUpperCase(),
      'ñ',
      'x'.repeat(5_000),
    ];
    for (const name of [
      'idempotency-key',
      'if-match',
      'x-after',
      'x-settle-only',
      'x-taken-offline',
      'x-device',
      'x-seq',
      'if-none-match',
      'content-encoding',
      'accept-encoding',
      'cookie',
      'user-agent',
    ])
      for (const value of values) {
        const answer = await server.ask('ana', '/store/1/orders/1', {
          method: 'PATCH',
          body: { status: 'ACCEPTED' },
          headers: { ...command({ rev: 1 }), [name]: Buffer.from(value, 'utf8').toString('latin1') },
        });
        checkAnswer(answer, `${name}: ${value.slice(0, 60)}`);
      }
  });

  it('texts that people type are stored as they are, or refused', async () => {
    const typed = fc.string({ unit: 'binary', maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(typed, async (comments) => {
        const body = { ...submission, uid: randomUUID(), comments };
        const answer = await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() });
        checkAnswer(answer, JSON.stringify(comments));
        const storable = !comments.includes('\0') && comments.isWellFormed();
        expect(answer.status).toBe(storable ? 201 : 422);
        if (storable) expect(answer.body).toMatchObject({ order: { comments: comments.trim() || null } });
      }),
      { numRuns: 40, seed: fuzzSeed },
    );
  });

  it('and nothing was logged as a failure of ours', async () => {
    expect(server.errors).toEqual([]);
    expect(await server.db.direct.$count(orders)).toBeGreaterThan(9);
    expect(sent).toBeGreaterThan(200 * targets.length);
  });
});
