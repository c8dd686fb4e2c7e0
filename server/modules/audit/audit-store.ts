import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Uuid } from '#domain/ids.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { fixedInsert } from '#server/db/fixed-query.ts';
import { users } from '#server/db/schema/accounts.ts';
import { audit } from '#server/db/schema/sync.ts';
import type { Actor } from '#server/http/access-store.ts';
import { actorColumns, type NamedActor } from '#server/http/actors.ts';

export interface AuditEntry {
  readonly storeId: number;
  readonly actor: Actor | NamedActor;
  readonly action: string;
  readonly entity: string;
  readonly entityId: number;
  readonly before: unknown;
  readonly after: unknown;
  /** null when no queued command caused it. */
  readonly command: Uuid | null;
  readonly at: Instant;
}

const insertAudit = fixedInsert(audit);

/** Records who did what, for a person also on which device. Rows are never changed (docs/threats.md T7). */
export function appendAudit(tx: Tx, { storeId, actor, entityId, command, ...entry }: AuditEntry): void {
  const row = {
    ...entry,
    store_id: storeId,
    ...actorColumns(actor),
    session_id: 'userId' in actor ? actor.sessionId : null,
    device: 'userId' in actor ? actor.device : null,
    authorised_by: 'userId' in actor ? (actor.authorisedBy ?? null) : null,
    entity_id: String(entityId),
    cmd_id: command,
  };
  tx.behind(tx.run(insertAudit, row));
}

const about = (storeId: number, entity: string, entityId: number) =>
  and(eq(audit.store_id, storeId), eq(audit.entity, entity), eq(audit.entity_id, String(entityId)));

/** The last of these actions on the entity, or null. `by` is null when the actor was not a person. */
export async function lastAudited(
  tx: Tx,
  storeId: number,
  entity: string,
  entityId: number,
  actions: readonly string[],
): Promise<{ readonly by: number | null; readonly at: Instant } | null> {
  const [last] = await tx
    .select({ by: audit.actor_id, at: audit.at })
    .from(audit)
    .where(and(about(storeId, entity, entityId), inArray(audit.action, [...actions])))
    .orderBy(desc(audit.id))
    .limit(1);
  return last ?? null;
}

/** An action on an entity. */
export interface AuditRow extends Pick<AuditEntry, 'action' | 'before' | 'after' | 'at'> {
  /** A person, or the name of an actor that is none. */
  readonly actor: { readonly id: number; readonly fullname: string } | NamedActor;
  /** The user agent; null when the actor is not a person. */
  readonly device: string | null;
  /** Full name of whoever allowed it; null: nobody had to. */
  readonly authorisedBy: string | null;
}

/** All actions on each of these entities, oldest first. */
export async function auditsOf(
  tx: Tx,
  storeId: number,
  entity: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly AuditRow[]>> {
  const authorisers = alias(users, 'authorisers');
  const rows = await tx
    .select({
      entityId: audit.entity_id,
      at: audit.at,
      authorisedBy: authorisers.fullname,
      kind: audit.actor_kind,
      name: audit.actor_name,
      person: { id: users.id, fullname: users.fullname },
      device: audit.device,
      action: audit.action,
      before: audit.before,
      after: audit.after,
    })
    .from(audit)
    .leftJoin(users, eq(users.id, audit.actor_id))
    .leftJoin(authorisers, eq(authorisers.id, audit.authorised_by))
    .where(
      and(
        eq(audit.store_id, storeId),
        eq(audit.entity, entity),
        // One statement text for any number of ids, so that it is prepared once.
        sql`${audit.entity_id} = any(${sql.param(ids.map(String))}::text[])`,
      ),
    )
    .orderBy(asc(audit.id));
  const byEntity = new Map<number, AuditRow[]>();
  for (const { entityId, kind, name, person, ...row } of rows) {
    const actor = kind === 'user' ? person : { kind, name: name ?? '' };
    // The constraint audit_actor guarantees a person for every row of one.
    if (!actor) throw new Error('an audited person is gone');
    const known = byEntity.get(Number(entityId));
    if (known) known.push({ ...row, actor });
    else byEntity.set(Number(entityId), [{ ...row, actor }]);
  }
  return byEntity;
}
