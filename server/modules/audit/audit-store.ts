import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Uuid } from '#domain/ids.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
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

/** Records who did what, for a person also on which device. Rows are never changed (docs/threats.md T7). */
export function appendAudit(tx: Tx, { storeId, actor, entityId, command, ...entry }: AuditEntry): void {
  const row = {
    ...entry,
    store_id: storeId,
    ...actorColumns(actor),
    session_id: 'userId' in actor ? actor.sessionId : null,
    device: 'userId' in actor ? actor.device : null,
    entity_id: String(entityId),
    cmd_id: command,
  };
  tx.behind(tx.insert(audit).values(row));
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

/** A person's action; `device` is the user agent. */
export interface AuditRow extends Pick<AuditEntry, 'action' | 'before' | 'after' | 'at'> {
  readonly actor: { readonly id: number; readonly fullname: string };
  readonly device: string;
}

/** All actions of people on the entity, oldest first. */
export const auditOf = (tx: Tx, storeId: number, entity: string, entityId: number): Promise<AuditRow[]> =>
  tx
    .select({
      at: audit.at,
      actor: { id: users.id, fullname: users.fullname },
      // The constraint audit_actor guarantees a device for every person's row.
      device: sql<string>`${audit.device}`,
      action: audit.action,
      before: audit.before,
      after: audit.after,
    })
    .from(audit)
    .innerJoin(users, eq(users.id, audit.actor_id))
    .where(about(storeId, entity, entityId))
    .orderBy(asc(audit.id))
    .execute();
