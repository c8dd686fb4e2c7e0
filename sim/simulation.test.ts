import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { TestServer } from '#server/testing/test-server.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { foundBefore } from './found.ts';
import { History } from './history.ts';
import { OnPostgres } from './pg-shop.ts';
import type { Script } from './steps.ts';
import { script } from './steps.ts';
import { soldItem } from './taps.ts';

/** The gate plays 50,000 of them beside the tests (scripts/simulations.mjs). */
const histories = process.env['SIMULATED'] === '1' ? 500 : 5_000;
const onPostgres = 25;
const patienceMs = 900_000;

describe('the shipped engine and executor under faults (offline engine, I1 to I11)', () => {
  let stackTraceLimit: number;
  beforeAll(() => {
    // An ApiFailure is an ordinary answer here, and collecting its stack costs more than the history.
    ({ stackTraceLimit } = Error);
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  it.each(foundBefore)('keeps them where once %s (offline engine, How it is proven)', async (_was, given) => {
    expect(await new History(given).run()).toEqual([]);
  });

  it(
    `keeps every invariant in ${histories} histories (F-10, D-07, N-16, N-18, R-29)`,
    async () => {
      let effects = 0;
      await fc.assert(
        fc.asyncProperty(script, async (given) => {
          const history = new History(given);
          expect(await history.run()).toEqual([]);
          effects += history.shop.applied.length;
        }),
        { seed: 20_261_121, numRuns: histories },
      );
      // A simulation without effects proves nothing.
      expect(effects).toBeGreaterThan(histories * 3);
    },
    patienceMs,
  );
});

describe('a command that vanishes from a disk (offline engine, I11)', () => {
  it('is the one number that nobody can explain', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(script, fc.nat(9), async (given, loses) => {
        const history = new History(given, { loses });
        await history.run();
        const [cmdId, lost] = [...history.enqueued][loses] ?? [];
        // A page that was just sending it may have sent it all the same; an evicted disk numbers anew.
        const isGone =
          cmdId !== undefined &&
          history.statusOf(cmdId) === null &&
          !history.evicted.has(cmdId) &&
          !history.undone.has(cmdId);
        expect(history.gaps).toEqual(isGone ? [lost?.entry.seq] : []);
        found += history.gaps.length;
      }),
      { seed: 20_261_125, numRuns: 150 },
    );
    expect(found).toBeGreaterThan(30);
  });
});

describe('the same histories on the real server with PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(inject('postgresUrl'), {
      limits: { signInPerMinute: 1_000, requestsPerMinute: 1_000_000, promocodesPerMinute: 1_000 },
    });
    await OnPostgres.prepare(server, soldItem);
  });
  afterAll(() => server.close());

  it(
    `keeps every invariant in ${onPostgres} histories (N-16, D-07)`,
    async () => {
      const given: Script[] = fc.sample(script, { numRuns: onPostgres, seed: 7 });
      let effects = 0;
      for (const one of given) {
        await OnPostgres.empty(server);
        const history = new History(one, { openShop: (world) => new OnPostgres(server, world) });
        expect(await history.run(), JSON.stringify(one)).toEqual([]);
        effects += history.shop.applied.length;
      }
      expect(effects).toBeGreaterThan(onPostgres * 3);
    },
    patienceMs,
  );
});
