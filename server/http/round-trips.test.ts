import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { watchQueries } from '#server/testing/counted-queries.ts';
import { readCreated, readOneOrder } from '#server/testing/read.ts';
import { buildSubmission, sendOrder } from '#server/testing/submissions.ts';
import { type Ask, command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let trips = 0;
let statements: string[] = [];
let stopWatching = (): void => undefined;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.token('ana');
  stopWatching = watchQueries(({ startsTrip, text }) => {
    if (startsTrip) trips += 1;
    statements.push(text);
  });
});
afterAll(async () => {
  stopWatching();
  await server.close();
});

async function counted(path: string, ask: Ask) {
  trips = 0;
  statements = [];
  const answer = await server.ask('ana', `/store/1${path}`, ask);
  return { answer, trips, statements };
}

describe('round trips to PostgreSQL, access check, begin and commit included', () => {
  it.each([{ place: 'Barra 1' }, { type: 'TAKEAWAY' }, { type: 'DELIVERY', items: [['Fainá', 6]] }] as const)(
    'takes an order in three round trips: %o',
    async (wanted) => {
      // The first order reads the store's facts.
      readCreated(await sendOrder(server, { wanted }));
      const body = await buildSubmission(server, wanted);
      const taken = await counted('/orders', { method: 'POST', body, headers: command() });
      expect(readCreated(taken.answer).uid).toBe(body.uid);
      expect(taken.trips).toBe(3);
      // An order at a table also locks the staff's feed and announces its code there.
      const atTable = 'place' in wanted;
      expect(taken.statements.length).toBeLessThanOrEqual(atTable ? 15 : 13);
      expect(taken.statements.filter((text) => text.includes('pg_notify'))).toHaveLength(atTable ? 2 : 1);
    },
  );

  it('writes the number that PostgreSQL gives an order into answer, stored answer and event', async () => {
    const body = await buildSubmission(server, { type: 'TAKEAWAY' });
    const headers = command();
    const heard: string[] = [];
    const listener = new pg.Client(server.url);
    await listener.connect();
    listener.on('notification', ({ payload = '' }) => heard.push(payload));
    await listener.query('listen marche_changes');
    const send = async () => readCreated(await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers }));
    const [first, repeated] = [await send(), await send()];
    // The announcement comes before the answer of a later query.
    await listener.query('select');
    await listener.end();
    const stored = readOneOrder(await server.ask('ana', `/store/1/orders/${first.id}`));
    expect(first.number).toBeGreaterThan(0);
    expect([repeated, stored]).toEqual([first, first]);
    expect(heard).toHaveLength(1);
    expect(JSON.parse(heard[0] ?? '')).toMatchObject({ change: { order: { id: first.id, number: first.number } } });
  });

  it('changes a status in at most six', async () => {
    const { id, status_rev: rev } = readCreated(await sendOrder(server));
    const headers = command({ rev });
    const moved = await counted(`/orders/${id}`, { method: 'PATCH', body: { status: 'ACCEPTED' }, headers });
    expect(readOneOrder(moved.answer).status).toBe('ACCEPTED');
    expect(moved.trips).toBeLessThanOrEqual(6);
  });
});
