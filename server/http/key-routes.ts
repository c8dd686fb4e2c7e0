import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Failure, fail, ok, type Result } from '#domain/errors.ts';
import { stores } from '#server/db/schema/stores.ts';
import type { Deps } from '#server/deps.ts';
import { addressLimit, sendFailure } from './plain-routes.ts';
import { fieldErrors } from './validation.ts';

/** `id`: the store or another entity of it; `entity`: a part of that. */
interface KeyRequest {
  Params: { id: string; entity?: string };
}

/** What a route gets of a request that has the key. */
interface Given {
  readonly id: number;
  readonly storeId: number;
  /** null when the path has none, or no valid one. */
  readonly entity: number | null;
  readonly body: unknown;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Wraps the routes of a program that has its own key: requests a minute of its address, `Authorization: Bearer <key>`,
 * then the path's id. `storeOf` finds the store of that id. Answers with `status`, 204 without a body.
 */
export function keyGuard(deps: Deps, key: string) {
  const expected = digest(key);
  const limited = addressLimit(deps);
  return (
    storeOf: (id: number) => Promise<number | null>,
    work: (given: Given) => Promise<Result<unknown>>,
    status: number,
  ) =>
    async (request: FastifyRequest<KeyRequest>, reply: FastifyReply): Promise<FastifyReply> => {
      if (limited(request, reply)) return reply;
      const refuse = (failure: Failure): FastifyReply => sendFailure(reply, failure);
      const given = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
      // Digests have equal length, so the comparison reveals nothing about the key, not even its length.
      if (!timingSafeEqual(digest(given), expected)) return refuse({ code: 'unauthenticated' });
      const id = idOf(request.params.id);
      const storeId = id === null ? null : await storeOf(id);
      if (id === null || storeId === null) return refuse({ code: 'not_found' });
      const entity = request.params.entity === undefined ? null : idOf(request.params.entity);
      const result = await work({ id, storeId, entity, body: request.body });
      if (!result.ok) return refuse(result.failure);
      return status === 204 ? reply.status(204).send() : reply.status(status).send(result.value);
    };
}

/** `storeOf` of a path whose id is the store's. */
export const storeItself =
  ({ db }: Pick<Deps, 'db'>) =>
  async (id: number): Promise<number | null> => {
    const [row] = await db.direct.select({ id: stores.id }).from(stores).where(eq(stores.id, id));
    return row?.id ?? null;
  };

function idOf(text: string): number | null {
  const id = Number(text);
  return /^[1-9]\d{0,9}$/.test(text) && id <= 2_147_483_647 ? id : null;
}

/** The body as the schema reads it, or its problems by field. */
export function parseBody<T extends z.ZodMiniType>(schema: T, body: unknown): Result<z.output<T>> {
  const read = z.safeParse(schema, body);
  return read.success ? ok(read.data) : fail('validation', { fields: fieldErrors(read.error.issues, body) });
}
