import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type AccessWorld, accessWorld } from '#server/testing/access/every-endpoint.ts';
import { endpoints } from '#server/testing/procedures.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let world: AccessWorld;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  world = await accessWorld(server);
});
afterAll(() => server.close());

const groups = [
  'GET /{id}',
  'POST ',
  'PATCH /{id}',
  'PATCH /{id}/change',
  'DELETE /{id}',
  'GET /{id}/paying',
  'DELETE /{id}/paying',
  'POST /{id}/billing/invoice',
  'PATCH /{id}/print/summary',
  'PATCH /{id}/print/invoice',
];
const orders = [
  'POST ',
  'GET ',
  'GET /{id}',
  'PATCH /massive',
  'PATCH /{id}',
  'PATCH /{id}/delay',
  'PATCH /{id}/reject',
  'GET /{id}/paying',
  'DELETE /{id}/paying',
  'DELETE /{id}/item/{item_id}',
  'POST /{id}/billing/invoice',
  'PATCH /{id}/print/commander',
  'PATCH /{id}/print/rejected',
  'PATCH /{id}/print/summary',
  'PATCH /{id}/print/invoice',
];
const store = [
  'GET ',
  'GET /map/{map_id}',
  'GET /catalog',
  'GET /catalog/{id}/items',
  'GET /catalog/{id}/sections',
  'GET /assemblies',
  'PATCH /status',
  'PATCH /autoclose',
  'POST /shipping/cost',
  'POST /schedule/options',
  'POST /promocode/check',
  'DELETE /leave',
];

/** The calls of spec 1 §7, as it writes them below each base. */
const specified = [
  ['order group calls, ten of them', '/store/{store_id}/orderGroups', groups, 10, 'Q-03'],
  ['order calls, fifteen of them', '/store/{store_id}/orders', orders, 15, 'Q-04'],
  ['store calls, twelve of them', '/store/{store_id}', store, 12, 'Q-05'],
] as const;

it.each(specified)('%s, have the base %s, and all answer ($4)', async (_what, base, calls, count) => {
  const answers: unknown[] = [];
  for (const call of calls) {
    const [method, rest = ''] = call.split(' ');
    const path = `${base}${rest}`;
    const endpoint = endpoints.find(
      (e) =>
        e.method === method && (e.path === path || e.path === path.replace(/(commander|rejected|summary)$/, '{kind}')),
    );
    if (!endpoint) throw new Error(`the contract lacks ${call}`);
    // Only an owner may not leave a store.
    const answer = await world.call({ ...endpoint, path }, method === 'DELETE' && rest === '/leave' ? 'bruno' : 'ana');
    answers.push([call, answer.status < 300 ? 'answers' : answer.text]);
  }
  expect(answers).toEqual(calls.map((call) => [call, 'answers']));
  expect(answers).toHaveLength(count);
});
