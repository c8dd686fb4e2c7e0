import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { appKey, closedAfterEach, openBareSocket, openDevice, portOf } from '#server/testing/sockets.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let key: string;
const open = closedAfterEach();

beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  key = await appKey(server);
});
afterAll(() => server.close());

function bare(path = `/app/${key}?protocol=7&client=test&version=1`, headers: Record<string, string> = {}) {
  const made = openBareSocket(portOf(server), path, headers);
  open.push({ close: () => made.socket.terminate() });
  return made;
}

describe('the endpoint itself (Pusher protocol 7)', () => {
  it('tells socket_id and activity_timeout, answers pings', async () => {
    const { frames, send } = bare();
    const { data } = await frames.next((f) => f.event === 'pusher:connection_established');
    expect(JSON.parse(String(data))).toEqual({ socket_id: expect.stringMatching(/^\d+\.\d+$/), activity_timeout: 30 });
    send({ event: 'pusher:ping', data: {} });
    expect(await frames.next((f) => f.event === 'pusher:pong')).toEqual({ event: 'pusher:pong', data: '{}' });
  });

  it.each([
    ['an unknown app', '/app/unknown?protocol=7', 4001],
    ['another protocol', null, 4007],
  ])('refuses %s with its code', async (_name, path, code) => {
    const { frames, closed } = bare(path ?? `/app/${key}?protocol=6`);
    expect(await frames.next()).toMatchObject({ event: 'pusher:error', data: { code } });
    expect((await closed).code).toBe(code);
  });

  it('refuses another origin before the handshake, takes its own (T12)', async () => {
    expect(await bare(undefined, { origin: 'https://evil.example' }).refused).toBe(403);
    expect(await bare(undefined, { origin: 'null' }).refused).toBe(403);
    const own = bare(undefined, { origin: `http://127.0.0.1:${portOf(server)}` });
    await own.frames.next((f) => f.event === 'pusher:connection_established');
  });

  it('upgrades nothing but /app/', async () => {
    expect(await bare('/api/me').refused).toBe(404);
  });

  it('refuses client events and frames over 10 KB (T12)', async () => {
    const { frames, send, closed } = bare();
    await frames.next();
    send({ event: 'client-typing', channel: 'stores', data: {} });
    expect(await frames.next((f) => f.event === 'pusher:error')).toMatchObject({ data: { code: 4301 } });
    send({ event: 'x', data: 'x'.repeat(11_000) });
    expect((await closed).code).toBe(1009);
  });

  it('takes 40 sockets of one address that have not signed in, and more once they have (T12, T15)', async () => {
    const made = Array.from({ length: 40 }, () => bare());
    for (const { frames } of made) await frames.next((f) => f.event === 'pusher:connection_established');
    const refused = bare();
    expect(await refused.frames.next()).toMatchObject({ event: 'pusher:error', data: { code: 4100 } });
    expect((await refused.closed).code).toBe(4100);
    made[0]?.socket.terminate();
    await made[0]?.closed;
    const device = await openDevice(server, portOf(server), await server.token('ana'));
    open.push(device);
    expect(await device.join('private-store.1')).toBe('ok');
    await bare().frames.next((f) => f.event === 'pusher:connection_established');
  });

  it('closes a socket that sends more than 50 messages in a second (T12, T15)', async () => {
    const { frames, send, closed } = bare();
    await frames.next();
    for (let i = 0; i < 51; i += 1) send({ event: 'pusher:ping', data: {} });
    expect((await closed).code).toBe(4100);
    expect(frames.items.filter((f) => f.event === 'pusher:pong')).toHaveLength(50);
  });

  it('survives frames that are no messages', async () => {
    const { socket, frames, send } = bare();
    await frames.next();
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"event":1}',
      '{"event":"pusher:subscribe"}',
      '{"event":"pusher:subscribe","data":"{"}',
    ])
      socket.send(text);
    send({ event: 'pusher:ping', data: {} });
    await frames.next((f) => f.event === 'pusher:pong');
  });

  it('asks a silent device and gives it up with 4201', async () => {
    const { frames, closed } = bare();
    await frames.next();
    server.clock.advance(45_000);
    await frames.next((f) => f.event === 'pusher:ping');
    server.clock.advance(30_000);
    expect((await closed).code).toBe(4201);
  });

  it('tells every device to connect again when it stops (4200)', async () => {
    const third = await server.another();
    await third.app.listen({ host: '127.0.0.1', port: 0 });
    const { frames, closed } = openBareSocket(portOf(third), `/app/${key}?protocol=7`);
    await frames.next();
    await third.close();
    expect((await closed).code).toBe(4200);
  });
});
