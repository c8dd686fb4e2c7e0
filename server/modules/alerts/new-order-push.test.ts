import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { isoFromInstant } from '#domain/time.ts';
import { orders } from '#server/db/schema/orders.ts';
import { pushedOrder, recordingPush } from '#server/testing/recording-push.ts';
import { readCreated } from '#server/testing/read.ts';
import { sendOrder } from '#server/testing/submissions.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { alertUnseen } from './unseen-orders.ts';

let server: TestServer;
const service = recordingPush();
const { pushed } = service;

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'), { makePush: service.makePush });
  // Completes the demo's orders.
  await server.db.direct.update(orders).set({ status: 'COMPLETE' }).where(eq(orders.status, 'PENDING'));
});
afterAll(() => server.close());

const take = async () => readCreated(await sendOrder(server));

it('is pushed at once to who wants every new order, also when the counter has heard it; to the others only unattended (D-44)', async () => {
  const wants = (new_order_push: 'always' | 'unattended') =>
    server.ask('bruno', '/me', { method: 'PATCH', body: { new_order_push } });
  expect((await wants('always')).body).toMatchObject({ new_order_push: 'always' });
  const [owner, bruno, carla] = [1, 2, 3];
  const told = () => pushed.map((p) => [pushedOrder(p), p.title, p.to]);
  const heard = await take();
  const receipt = { order_id: heard.id, stage: 'acknowledged', at: isoFromInstant(server.clock.now()) };
  await server.ask('carla', '/store/1/orders/receipts', { method: 'POST', body: { receipts: [receipt] } });
  const unattended = await take();
  await Promise.all([alertUnseen(server.deps), alertUnseen(server.deps)]);
  server.clock.jump(14_999);
  await alertUnseen(server.deps);
  const title = ({ number }: typeof heard) => `Pedido recibido Nro. ${number}`;
  const atOnce = [
    [heard.id, title(heard), [bruno]],
    [unattended.id, title(unattended), [bruno]],
  ];
  expect(told().toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(atOnce);
  server.clock.jump(1);
  await alertUnseen(server.deps);
  expect(told().slice(2)).toEqual([[unattended.id, title(unattended), [owner, carla]]]);
  await wants('unattended');
  await take();
  await alertUnseen(server.deps);
  expect(pushed).toHaveLength(3);
});
