import Pusher from 'pusher';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { appKey, openDevice, portOf } from '#server/testing/sockets.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { embeddedKeys } from './keys-store.ts';
import { restRefusal } from './signatures.ts';

let server: TestServer;
let pusher: Pusher;
let second: Awaited<ReturnType<TestServer['another']>>;

const clientOf = (secret: string, port: number, key: string): Pusher =>
  new Pusher({ appId: '1', key, secret, host: '127.0.0.1', port: String(port), useTLS: false });

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  second = await server.another();
  await second.app.listen({ host: '127.0.0.1', port: 0 });
  const { key, secret } = await embeddedKeys(server.db, server.deps.ids);
  // The official client signs with the real time.
  server.clock.jump(new Date().getTime() - server.clock.now());
  pusher = clientOf(secret, portOf(server), key);
});
afterAll(() => server.close());

async function listener(port: number, channel: string) {
  const device = await openDevice(server, port, null);
  expect(await device.join(channel)).toBe('ok');
  return device;
}

describe('the official pusher client against the embedded endpoint', () => {
  it('trigger and triggerBatch answer 200 with exactly {}, and every process delivers', async () => {
    const here = await listener(portOf(server), 'stores');
    const there = await listener(portOf(second), 'stores');
    const one = await pusher.trigger('stores', 'gateway-updated', { store_ids: [1], type: 'payment' });
    expect([one.status, await one.text()]).toEqual([200, '{}']);
    const batch = await pusher.triggerBatch([
      { channel: 'stores', name: 'message', data: 'hola' },
      { channel: 'elsewhere', name: 'message', data: 'nadie' },
    ]);
    expect([batch.status, await batch.text()]).toEqual([200, '{}']);
    for (const { heard, close } of [here, there]) {
      expect((await heard.next((h) => h.event === 'gateway-updated')).data).toEqual({
        store_ids: [1],
        type: 'payment',
      });
      expect((await heard.next((h) => h.event === 'message')).data).toBe('hola');
      close();
    }
  });

  it('carries 10 KB to both processes, which is more than one NOTIFY', async () => {
    const there = await listener(portOf(second), 'stores');
    const text = 'ñ'.repeat(4_900);
    await pusher.trigger('stores', 'long', text);
    expect((await there.heard.next((h) => h.event === 'long')).data).toBe(text);
    there.close();
  });

  it('leaves out the socket that caused the event', async () => {
    const device = await listener(portOf(server), 'stores');
    await pusher.trigger('stores', 'mine', {}, { socket_id: device.pusher.connection.socket_id });
    await pusher.trigger('stores', 'after', {});
    await device.heard.next((h) => h.event === 'after');
    expect(device.heard.items.map((h) => h.event)).not.toContain('mine');
    device.close();
  });

  it('tells channels and their state; users of a channel without presence are a 400', async () => {
    const device = await listener(portOf(server), 'stores');
    const get = async (path: string, params: Record<string, string> = {}): Promise<unknown> =>
      (await pusher.get({ path, params })).json();
    expect(await get('/channels')).toEqual({ channels: { stores: {} } });
    expect(await get('/channels', { filter_by_prefix: 'private-' })).toEqual({ channels: {} });
    expect(await get('/channels/stores', { info: 'subscription_count' })).toEqual({
      occupied: true,
      subscription_count: 1,
    });
    expect(await get('/channels/empty')).toEqual({ occupied: false });
    await expect(pusher.get({ path: '/channels/stores/users' })).rejects.toMatchObject({ status: 400 });
    device.close();
  });

  it('refuses another secret, another key and an old timestamp with 401', async () => {
    const key = await appKey(server);
    await expect(clientOf('wrong', portOf(server), key).trigger('stores', 'x', {})).rejects.toMatchObject({
      status: 401,
    });
    await expect(clientOf('wrong', portOf(server), 'other').trigger('stores', 'x', {})).rejects.toMatchObject({
      status: 401,
    });
    const keys = { appId: '1', key: 'k', secret: 's' };
    const query = { auth_key: 'k', auth_version: '1.0', auth_timestamp: '1000', auth_signature: '' };
    expect(restRefusal(keys, { method: 'GET', path: '/', query, body: '' }, 1_601_000)).toBe('Timestamp expired');
    expect(restRefusal(keys, { method: 'GET', path: '/', query, body: '' }, 1_600_000)).toBe('Invalid signature');
    expect(restRefusal(keys, { method: 'POST', path: '/', query, body: '{}' }, 1_000_000)).toBe('Invalid body_md5');
  });

  it('refuses events that are none with 400', async () => {
    const unusable: object[] = [
      {},
      { name: 'x', data: 'y' },
      { name: 'x', data: 'y', channels: ['no spaces'] },
      { name: 'x', data: 'x'.repeat(11_000), channel: 'a' },
    ];
    for (const content of unusable) {
      const body = JSON.stringify(content);
      const query = pusher.createSignedQueryString({ method: 'POST', path: '/apps/1/events', body, params: {} });
      const answer = await server.app.inject({
        method: 'POST',
        url: `/apps/1/events?${query}`,
        payload: body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.statusCode).toBe(400);
    }
  });
});
