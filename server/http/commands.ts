import { and, eq, sql } from 'drizzle-orm';
import type { Failure } from '#domain/errors.ts';
import { isUuid, type Uuid } from '#domain/ids.ts';
import { type Ability, refusalFor } from '#domain/permissions.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { isErrorCode } from '#contract/errors.ts';
import type { Tx } from '#server/db/database.ts';
import { commands } from '#server/db/schema/sync.ts';
import { findStoreMember } from '#server/modules/account/access-store.ts';
import { type Extra, errorBody, Refusal, refusal, statusOf } from './errors.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { StoreContext } from './recipe.ts';

/*
 * A command is decided once. One transaction:
 *
 *   insert into commands ──conflict──> same content: the stored answer, Idempotent-Replayed: true
 *        │                             other content: 422 idempotency_mismatch
 *        │                             its twin still runs: 409 in_progress, Retry-After
 *   authorise the actor now
 *   work: lock, compare, rule, save, event
 *   store the answer, refusals included
 *   commit
 *
 * What throws (a bug, a lost connection) rolls everything back, the command too: nothing was decided.
 */

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure; readonly extra?: Extra };

export interface CommandSpec<T> {
  readonly ability: Ability;
  /** The whole parsed input: the same content under the same key is the same command. */
  readonly input: unknown;
  readonly successStatus: 200 | 201;
  /** Reads a stored answer back. */
  readonly parse: (body: unknown) => T;
}

/** The command's own id; 422 when the request has none. */
function commandId({ request }: Pick<StoreContext, 'request'>): Uuid {
  const header = request.headers['idempotency-key'];
  const text = typeof header === 'string' ? header.toLowerCase() : '';
  if (isUuid(text)) return text;
  throw refusal({
    code: 'validation',
    fields: { 'Idempotency-Key': [{ rule: text === '' ? 'required' : 'invalid' }] },
  });
}

export async function runCommand<T>(
  context: StoreContext,
  spec: CommandSpec<T>,
  work: (tx: Tx, command: Uuid) => Promise<Outcome<T>>,
): Promise<T> {
  const { deps, member, reply } = context;
  const id = commandId(context);
  const fingerprint = fingerprintOf(spec.ability, spec.input);
  const decided = await deps.db.store(
    member.storeId,
    'write',
    async (tx): Promise<{ body: unknown; status: number; replayed: boolean }> => {
      await refuseTwin(tx, member.storeId, id);
      const known = await insertOrFind(tx, context, id, fingerprint);
      if (known) return { ...known, replayed: true };
      const outcome = (await refusedNow(tx, context, spec.ability)) ?? (await work(tx, id));
      const status = outcome.ok ? spec.successStatus : statusOf(outcome.failure);
      const body: unknown = outcome.ok ? outcome.value : { ...errorBody(outcome.failure), ...outcome.extra };
      await tx
        .update(commands)
        .set({ status, response: body })
        .where(and(eq(commands.store_id, member.storeId), eq(commands.cmd_id, id)));
      return { body, status, replayed: false };
    },
  );
  if (decided.replayed) reply.header('idempotent-replayed', 'true');
  if (decided.status < 400) return spec.parse(decided.body);
  throw new Refusal(storedRefusal(decided.body), decided.status);
}

async function refuseTwin(tx: Tx, storeId: number, id: Uuid): Promise<void> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${storeId}:${id}`}, 0)) as free`,
  );
  if (rows[0]?.free !== true) throw refusal({ code: 'in_progress' }, {}, { 'retry-after': '1' });
}

async function insertOrFind(
  tx: Tx,
  { deps, actor, member }: StoreContext,
  id: Uuid,
  fingerprint: string,
): Promise<{ status: number; body: unknown } | null> {
  const inserted = await tx
    .insert(commands)
    .values({
      store_id: member.storeId,
      cmd_id: id,
      actor_id: actor.userId,
      device_id: actor.sessionId,
      fingerprint,
      created_at: deps.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: commands.cmd_id });
  if (inserted.length > 0) return null;
  const [known] = await tx
    .select()
    .from(commands)
    .where(and(eq(commands.store_id, member.storeId), eq(commands.cmd_id, id)));
  if (!known || known.status === null) throw refusal({ code: 'in_progress' }, {}, { 'retry-after': '1' });
  if (known.fingerprint !== fingerprint || known.actor_id !== actor.userId)
    throw refusal({ code: 'idempotency_mismatch' });
  return { status: known.status, body: known.response };
}

/** Rights as they are now, inside the transaction: a command may have waited a night in an outbox (T8). */
async function refusedNow(tx: Tx, { actor, member }: StoreContext, ability: Ability): Promise<Outcome<never> | null> {
  const now = await findStoreMember({ direct: tx }, actor, member.storeId);
  const code = now ? refusalFor(ability, { pivot: now.pivot, plan: now.plan }) : 'not_found';
  return code && { ok: false, failure: { code } };
}

function storedRefusal(body: unknown): ErrorBody {
  if (typeof body === 'object' && body !== null && 'code' in body && 'message' in body) {
    const { code, message } = body;
    if (isErrorCode(code) && typeof message === 'string') return { ...body, code, message };
  }
  throw new Error('a stored refusal without code');
}

interface StandardSchema {
  readonly '~standard': { validate(value: unknown): unknown };
}

/**
 * A role or plan that refuses before the body was read: the refusal is stored like any other answer, unless the body
 * or the key is unusable. Answers what was stored before under this key, if anything was.
 */
export async function refuseCommand(
  context: StoreContext,
  { ability, schema, input }: { ability: Ability; schema: StandardSchema | undefined; input: unknown },
): Promise<unknown> {
  const parsed: unknown = await schema?.['~standard'].validate(input);
  const code = refusalFor(ability, { pivot: context.member.pivot, plan: context.member.plan });
  const usable =
    typeof parsed === 'object' &&
    parsed !== null &&
    'value' in parsed &&
    isUuid(String(context.request.headers['idempotency-key']).toLowerCase());
  if (!usable) throw refusal({ code: code ?? 'forbidden' });
  const spec = { ability, input: parsed.value, successStatus: 200, parse: (body: unknown): unknown => body } as const;
  return runCommand(context, spec, () => Promise.resolve({ ok: false, failure: { code: code ?? 'forbidden' } }));
}
