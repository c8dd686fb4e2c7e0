import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { change } from '#contract/stores.ts';
import { pairedScreen } from '#server/testing/kiosks.ts';
import { readCreated } from '#server/testing/read.ts';
import { closedAfterEach, openDevice, portOf } from '#server/testing/sockets.ts';
import { buildSubmission } from '#server/testing/submissions.ts';
import { command, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
const open = closedAfterEach();

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

async function screen() {
  const { id, token } = await pairedScreen(server);
  const device = await openDevice(server, portOf(server), token);
  open.push(device);
  return { id, ...device };
}

describe('a kitchen screen on the socket (T12, D-30)', () => {
  it("joins the staff's and its own channel, never the admins' or another store's", async () => {
    const device = await screen();
    const names = ['private-store.1', 'private-store.1.kitchen', 'private-store.1.admin', 'private-store.5.kitchen'];
    const outcomes: unknown[] = [];
    for (const name of names) outcomes.push(await device.join(name));
    expect(outcomes).toEqual(['ok', 'ok', 403, 403]);
    const ana = await openDevice(server, portOf(server), await server.token('ana'));
    open.push(ana);
    expect(await ana.join('private-store.1.kitchen')).toBe(403);
  });

  it('hears orders as a kitchen may know them, in the sequence of the admins, and heads', async () => {
    const device = await screen();
    const { heard } = device;
    await device.join('private-store.1.kitchen');
    const body = { ...(await buildSubmission(server)), description: 'Lucía', phone: '+5492664123456' };
    const made = readCreated(await server.ask('ana', '/store/1/orders', { method: 'POST', body, headers: command() }));
    const told = z.parse(change, (await heard.next((h) => h.event === 'order-created')).data);
    expect(told).toMatchObject({ id: String(made.id), order: { description: 'Lucía', phone: null, payments: [] } });
    expect(JSON.stringify(heard.items)).not.toContain('2664123456');
    server.clock.advance(30_000);
    const head = await heard.next((h) => h.event === 'head');
    expect([head.channel, head.data]).toEqual([
      'private-store.1.kitchen',
      expect.objectContaining({ store_seq: told.store_seq }),
    ]);
  });

  it('is off the socket within 5 s of being unpaired', async () => {
    const device = await screen();
    await device.join('private-store.1.kitchen');
    const closed = new Promise<void>((resolve) => device.pusher.connection.bind('disconnected', () => resolve()));
    await server.ask('ana', `/store/1/kiosks/${device.id}`, { method: 'DELETE' });
    server.clock.advance(5_000);
    await closed;
  });
});
