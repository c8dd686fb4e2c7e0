import { and, eq, sql } from 'drizzle-orm';
import type { ErrorBody } from '#contract/errors.ts';
import { isErrorCode } from '#contract/errors.ts';
import type { Failure, Result } from '#domain/errors.ts';
import { isUuid, type Uuid } from '#domain/ids.ts';
import { type Ability, refusalFor, type StoreAbility } from '#domain/permissions.ts';
import type { BoundCommand, CommandCall } from './command.ts';
import { commandHeaders } from './command-headers.ts';
import { type CommandLedger, executeCommand, type Outcome } from './execute-command.ts';
import type { Tx } from '#server/db/database.ts';
import { fixedInsert, fixedQuery } from '#server/db/fixed-query.ts';
import { withNumber } from '#server/db/late-number.ts';
import { commands } from '#server/db/schema/sync.ts';
import { actorColumns } from '#server/http/actors.ts';
import { customerRole } from '#domain/roles.ts';
import { findCustomer, findStoreMember } from '#server/http/access-store.ts';
import { Refusal, refusal } from '#server/http/errors.ts';
import { fingerprintOf } from '#server/http/fingerprint.ts';
import type { StoreContext } from '#server/http/context.ts';

/**
 * Abilities that were split from one wider ability. The fingerprint keeps the old name, so the server still recognises
 * a command that was sent before the split.
 */
const fingerprintAbility: Partial<Record<Ability, string>> = {
  'order.nextStep': 'order.changeStatus',
  'order.reject': 'order.changeStatus',
  'order.delay': 'order.changeStatus',
  'order.removeItem': 'order.changeStatus',
  'order.refund': 'money.refund',
  'group.refund': 'money.refund',
};

/** The parts of a bound command that `runCommand` needs. */
type Spec<I, T> = Pick<BoundCommand<never, I, T>, 'ability' | 'successStatus' | 'base' | 'idOf' | 'readAnswer'>;

/** For a command whose storage reads something ahead, and completes the answer after the commit. */
interface Extras<Store, I, T, Read> {
  /** Sends what the decision will need in any case with the first statements; what it returns goes to `open`. */
  readonly readAhead: (tx: Tx, call: Pick<CommandCall, 'actor' | 'member'>, input: I) => Promise<Read>;
  /** The answer with what is known only after the commit; not called for a stored answer. */
  readonly complete: (answer: T, store: Store) => Promise<T>;
}

/** For a command whose storage is the transaction itself. */
export const inTransaction = (tx: Tx): Tx => tx;

/** The route handler of a command. `open` creates the storage for its decision. */
export const commandHandler =
  <Needed, Store extends Needed, I, T, Read>(
    command: BoundCommand<Needed, I, T>,
    open: (tx: Tx, call: CommandCall, ahead?: Promise<Read>) => Store,
    extras?: Extras<Store, I, T, Read>,
  ) =>
  async ({ input, context }: { readonly input: I; readonly context: StoreContext }): Promise<T> => {
    let ahead: Promise<Read> | undefined;
    let store: Store | undefined;
    const answered = await runCommand(context, command, input, {
      begin(tx) {
        ahead = extras?.readAhead(tx, context, input);
        // Awaited by the decision, which a refusal leaves out.
        ahead?.catch(() => undefined);
      },
      decide(tx, call) {
        store = open(tx, call, ahead);
        return command.decide(store, call, input);
      },
    });
    return store === undefined || !extras ? answered : extras.complete(answered, store);
  };

interface Work<T> {
  /** Sends statements with the first ones of the transaction. */
  begin?(tx: Tx): void;
  decide(tx: Tx, call: CommandCall): Promise<Outcome<T>>;
}

/** Runs a command in PostgreSQL (see execute-command.ts) and turns its decision into an answer or a refusal. */
async function runCommand<I, T>(
  context: StoreContext,
  { ability, successStatus, base, idOf, readAnswer }: Spec<I, T>,
  input: I,
  work: Work<T>,
): Promise<T> {
  const { deps, actor, member, reply } = context;
  const named = idOf ? { 'idempotency-key': idOf(input) } : {};
  const headers = usable(commandHeaders({ ...named, ...context.request.headers }, base));
  const now = deps.clock.now();
  const command = {
    id: headers.id,
    actor: actorColumns(actor),
    deviceId: headers.deviceId ?? actor.sessionId,
    seq: headers.seq,
    fingerprint: fingerprintOf(fingerprintAbility[ability] ?? ability, input),
    at: now,
    settleOnly: headers.settleOnly,
    successStatus,
  };
  const decision = usable(
    await deps.db.command(member.storeId, (tx) => {
      let current = member;
      // The actor's current rights: a command may have waited a night in an outbox (docs/threats.md T8).
      const authorise = async (): Promise<Failure | null> => {
        const reading = findStoreMember(tx, actor, member.storeId);
        work.begin?.(tx);
        const isCustomer = member.pivot.role === customerRole;
        const found = (await reading) ?? (isCustomer ? await findCustomer(tx, member.storeId) : null);
        if (!found) return { code: 'not_found' };
        current = found;
        const { authorisedBy } = actor;
        // Whoever allowed it must still have the right.
        const allowed =
          authorisedBy === undefined ? found : await findStoreMember(tx, { userId: authorisedBy }, member.storeId);
        const code = allowed ? refusalFor(ability, allowed) : 'forbidden';
        return code && { code };
      };
      return executeCommand(pgLedger(tx, member.storeId), command, authorise, () =>
        work.decide(tx, { actor, member: current, headers, now: deps.clock.now() }),
      );
    }),
  );
  if (decision.outcome?.ok) return decision.outcome.value;
  if (decision.outcome === null) reply.header('idempotent-replayed', 'true');
  if (decision.status < 300) return readAnswer(decision.body);
  throw new Refusal(storedRefusal(decision.body), decision.status);
}

/** Throws for an undecided command, without storing the refusal. A concurrent twin gets Retry-After. */
function usable<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw refusal(result.failure, {}, result.failure.code === 'in_progress' ? { 'retry-after': '1' } : {});
}

const lockCommand = fixedQuery<{ readonly key: string }, { readonly free: boolean }>(
  sql`select pg_try_advisory_xact_lock(hashtextextended(${sql.placeholder('key')}, 0)) as free`,
);

const findCommand = fixedQuery<{ readonly storeId: number; readonly id: Uuid }, { readonly found: 1 }>(sql`
  select 1 as found from ${commands}
  where ${commands.store_id} = ${sql.placeholder('storeId')} and ${commands.cmd_id} = ${sql.placeholder('id')}`);

const insertCommand = fixedInsert(commands, { response: (value) => sql`${withNumber(value)}::json` });

const pgLedger = (tx: Tx, storeId: number): CommandLedger => ({
  async claim(id) {
    // Two statements in one round trip: the second also sees what was committed just before the lock was free.
    const [[lock], [known]] = await Promise.all([
      tx.run(lockCommand, { key: `${storeId}:${id}` }),
      tx.run(findCommand, { storeId, id }),
    ]);
    if (lock?.free !== true) return 'busy';
    return known ? 'known' : 'new';
  },

  async find(id) {
    const [known] = await tx
      .select()
      .from(commands)
      .where(and(eq(commands.store_id, storeId), eq(commands.cmd_id, id)));
    if (!known || known.status === null) return null;
    const { actor_kind, actor_id, actor_name, fingerprint, status, response } = known;
    return { actor: { actor_kind, actor_id, actor_name }, fingerprint, status, body: response };
  },

  answer({ id, actor, deviceId, seq, fingerprint, at }, status, body) {
    const row = { store_id: storeId, cmd_id: id, ...actor, device_id: deviceId, seq, fingerprint, created_at: at };
    tx.behind(tx.run(insertCommand, { ...row, status, response: body }));
    return Promise.resolve();
  },
});

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
 * Handles a refusal by role or plan, before the handler reads the body. Stores the refusal like any other answer,
 * unless the body or the key is malformed. Returns the stored decision of this key if there is one.
 */
export async function refuseCommand(
  context: StoreContext,
  { ability, schema, input }: { ability: StoreAbility; schema: StandardSchema | undefined; input: unknown },
): Promise<unknown> {
  const parsed: unknown = await schema?.['~standard'].validate(input);
  const code = refusalFor(ability, { pivot: context.member.pivot, plan: context.member.plan }) ?? 'forbidden';
  const readable =
    typeof parsed === 'object' &&
    parsed !== null &&
    'value' in parsed &&
    isUuid(String(context.request.headers['idempotency-key']).toLowerCase());
  if (!readable) throw refusal({ code });
  const spec = { ability, successStatus: 200, base: 'none', readAnswer: (body: unknown) => body } as const;
  return runCommand(context, spec, parsed.value, {
    decide: () => Promise.resolve({ ok: false, failure: { code } }),
  });
}
