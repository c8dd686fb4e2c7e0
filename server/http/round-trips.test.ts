import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { watchQueries } from '#server/testing/counted-queries.ts';
import { readCreated, readOneOrder } from '#server/testing/read.ts';
import { buildSubmission, sendOrder } from '#server/testing/submissions.ts';
import { type Ask, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let trips = 0;
let stopWatching = (): void => undefined;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.token('ana');
  stopWatching = watchQueries(({ startsTrip }) => {
    if (startsTrip) trips += 1;
  });
});
afterAll(async () => {
  stopWatching();
  await server.close();
});

async function counted(path: string, ask: Ask) {
  trips = 0;
  const answer = await server.ask('ana', `/store/1${path}`, ask);
  return { answer, trips };
}

describe('round trips to PostgreSQL, access check, begin and commit included', () => {
  it.each([{ place: 'Barra 1' }, { type: 'TAKEAWAY' }, { type: 'DELIVERY', items: [['Fainá', 6]] }] as const)(
    'takes an order in at most five round trips: %o',
    async (wanted) => {
      // The first order reads the store's facts.
      readCreated(await sendOrder(server, { wanted }));
      const body = await buildSubmission(server, wanted);
      const taken = await counted('/orders', { method: 'POST', body, headers: command() });
      expect(readCreated(taken.answer).uid).toBe(body.uid);
      expect(taken.trips).toBeGreaterThan(1);
      expect(taken.trips).toBeLessThanOrEqual(5);
    },
  );

  it('changes a status in at most six', async () => {
    const { id, status_rev: rev } = readCreated(await sendOrder(server));
    const headers = command({ rev });
    const moved = await counted(`/orders/${id}`, { method: 'PATCH', body: { status: 'ACCEPTED' }, headers });
    expect(readOneOrder(moved.answer).status).toBe('ACCEPTED');
    expect(moved.trips).toBeLessThanOrEqual(6);
  });
});
