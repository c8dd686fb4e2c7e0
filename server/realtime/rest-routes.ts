import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Clock } from '#server/deps.ts';
import type { Hub } from './hub.ts';
import { type AppKeys, restRefusal } from './signatures.ts';

/** An event that any process of this database may have to deliver. */
export interface RelayedEvent {
  readonly channel: string;
  readonly name: string;
  readonly data: string;
  readonly socket_id?: string | undefined;
}

const maxDataBytes = 10 * 1024;
const name = z.string().check(z.minLength(1), z.maxLength(200));
const channel = z.string().check(z.regex(/^[\w\-=@,.;]{1,164}$/));
const data = z.string().check(z.maxLength(maxDataBytes));
const socketId = z.optional(z.string().check(z.regex(/^\d+\.\d+$/)));
const eventBody = z.object({
  name,
  data,
  channel: z.optional(channel),
  channels: z.optional(z.array(channel).check(z.maxLength(100))),
  socket_id: socketId,
});
const batchBody = z.object({
  batch: z.array(z.object({ name, data, channel, socket_id: socketId })).check(z.maxLength(10)),
});

const queryOf = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(new URL(request.url, 'http://localhost').searchParams);

const pathOf = (request: FastifyRequest): string => new URL(request.url, 'http://localhost').pathname;

const wants = (query: Record<string, string>, what: string): boolean => (query['info'] ?? '').split(',').includes(what);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Pusher's HTTP API, for programs that publish into our channels. The official client works with it. */
export async function mountPusherApi(
  app: FastifyInstance,
  {
    keys,
    hub,
    clock,
    relay,
  }: { keys: AppKeys; hub: Hub; clock: Clock; relay: (events: readonly RelayedEvent[]) => Promise<void> },
): Promise<void> {
  await app.register((scope, _options, done) => {
    // Keep the raw body: the signature covers its bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.addHook('preHandler', async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const refused = restRefusal(
        keys,
        { method: request.method, path: pathOf(request), query: queryOf(request), body },
        clock.now(),
      );
      if (refused) await reply.status(401).send({ error: refused });
    });
    const base = `/apps/${keys.appId}`;
    const jsonOf = (request: FastifyRequest): unknown =>
      parseJson(typeof request.body === 'string' ? request.body : '');

    scope.post(`${base}/events`, async (request, reply) => {
      const parsed = z.safeParse(eventBody, jsonOf(request));
      if (!parsed.success) return reply.status(400).send({ error: 'Invalid event' });
      const { channel: one, channels = [], name: event, data: text, socket_id } = parsed.data;
      const names = one === undefined ? channels : [one, ...channels];
      if (names.length === 0) return reply.status(400).send({ error: 'No channel' });
      await relay(names.map((n) => ({ channel: n, name: event, data: text, socket_id })));
      return {};
    });
    scope.post(`${base}/batch_events`, async (request, reply) => {
      const parsed = z.safeParse(batchBody, jsonOf(request));
      if (!parsed.success) return reply.status(400).send({ error: 'Invalid batch' });
      await relay(parsed.data.batch);
      return {};
    });
    scope.get(`${base}/channels`, (request) => {
      const query = queryOf(request);
      const prefix = query['filter_by_prefix'] ?? '';
      const open = hub.occupied().filter((c) => c.startsWith(prefix));
      const counted = wants(query, 'subscription_count');
      return Promise.resolve({
        channels: Object.fromEntries(open.map((c) => [c, counted ? { subscription_count: hub.countIn(c) } : {}])),
      });
    });
    scope.get<{ Params: { channel: string } }>(`${base}/channels/:channel`, (request) => {
      const count = hub.countIn(request.params.channel);
      const counted = wants(queryOf(request), 'subscription_count');
      return Promise.resolve({ occupied: count > 0, ...(counted && { subscription_count: count }) });
    });
    scope.get<{ Params: { channel: string } }>(`${base}/channels/:channel/users`, (request, reply) =>
      request.params.channel.startsWith('presence-')
        ? reply.send({ users: [] })
        : reply.status(400).send({ error: 'Users can be retrieved of presence channels only' }),
    );
    done();
  });
}
