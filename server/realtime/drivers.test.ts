import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { embeddedKeys } from './keys-store.ts';
import { listen } from './listener.ts';
import { createPusherDriver } from './pusher-driver.ts';
import { channelSignature, isChannelSignature } from './signatures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
});
afterAll(() => server.close());

const keys = { appId: '1', key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };

describe('signatures', () => {
  it("are Pusher's: the example of its documentation", () => {
    expect(channelSignature(keys, '1234.1234', 'private-foobar')).toBe(
      '278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
    );
  });

  it('cover the socket, the channel and the data', () => {
    const auth = channelSignature(keys, '1.1', 'private-a', '{"x":1}');
    expect(isChannelSignature(keys, auth, '1.1', 'private-a', '{"x":1}')).toBe(true);
    expect(isChannelSignature(keys, auth, '1.2', 'private-a', '{"x":1}')).toBe(false);
    expect(isChannelSignature(keys, auth, '1.1', 'private-b', '{"x":1}')).toBe(false);
    expect(isChannelSignature(keys, auth, '1.1', 'private-a', '{"x":2}')).toBe(false);
    expect(isChannelSignature(keys, auth, '1.1', 'private-a')).toBe(false);
  });
});

describe('the driver for a Pusher cluster', () => {
  it('signs as the embedded endpoint does, and tells the browser where to go', () => {
    const driver = createPusherDriver({ keys, cluster: 'sa1', log: server.deps.log });
    expect(driver.client).toEqual({ key: keys.key, cluster: 'sa1' });
    const { auth, channel_data } = driver.authorize('1.1', 'private-store.1', { user_id: '1', session_id: 's' });
    expect(isChannelSignature(keys, auth, '1.1', 'private-store.1', channel_data)).toBe(true);
    expect(JSON.parse(channel_data)).toMatchObject({ user_id: '1' });
  });

  it('lets one process of a database speak; another takes over when that one is gone', async () => {
    const deaf = { isHeard: () => true, onChange: () => undefined, onRelayed: () => undefined, onGap: () => undefined };
    const one = listen(server.url, deaf, server.deps);
    const two = listen(server.url, deaf, server.deps);
    await Promise.all([one.ready, two.ready]);
    expect([await one.leads(), await two.leads(), await one.leads()]).toEqual([true, false, true]);
    await one.stop();
    await expect.poll(() => two.leads()).toBe(true);
    await two.stop();
  });
});

it('key and secret are the same for every process of a database, and secret enough', async () => {
  const [a, b] = await Promise.all([
    embeddedKeys(server.db, server.deps.ids),
    embeddedKeys(server.db, server.deps.ids),
  ]);
  expect(a).toEqual(b);
  expect(a.secret.length).toBeGreaterThanOrEqual(43);
  expect(a.appId).toMatch(/^\d+$/);
});
