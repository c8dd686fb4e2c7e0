import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Uuid } from '#domain/ids.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { audit } from '#server/db/schema/sync.ts';
import type { Actor } from '#server/http/access-store.ts';

export interface AuditEntry {
  readonly storeId: number;
  readonly actor: Actor;
  readonly action: string;
  readonly entity: string;
  readonly entityId: number;
  readonly before: unknown;
  readonly after: unknown;
  /** null when no command of an outbox asked for it. */
  readonly command: Uuid | null;
  readonly at: Instant;
}

/** Who did what on which device; rows are never changed (T7). */
export async function appendAudit(tx: Tx, { storeId, actor, entityId, command, ...entry }: AuditEntry): Promise<void> {
  await tx.insert(audit).values({
    ...entry,
    store_id: storeId,
    actor_id: actor.userId,
    session_id: actor.sessionId,
    device: actor.device,
    entity_id: String(entityId),
    cmd_id: command,
  });
}

const about = (storeId: number, entity: string, entityId: number) =>
  and(eq(audit.store_id, storeId), eq(audit.entity, entity), eq(audit.entity_id, String(entityId)));

/** Who did one of these to it last, and when; null = nobody. */
export async function lastAudited(
  tx: Tx,
  storeId: number,
  entity: string,
  entityId: number,
  actions: readonly string[],
): Promise<{ readonly by: number; readonly at: Instant } | null> {
  const [last] = await tx
    .select({ by: audit.actor_id, at: audit.at })
    .from(audit)
    .where(and(about(storeId, entity, entityId), inArray(audit.action, [...actions])))
    .orderBy(desc(audit.id))
    .limit(1);
  return last ?? null;
}

/** What was done, by whom, on which device as it called itself. */
export interface AuditRow extends Pick<AuditEntry, 'action' | 'before' | 'after' | 'at'> {
  readonly actor: { readonly id: number; readonly fullname: string };
  readonly device: string;
}

/** Everything that was done to it, oldest first. */
export const auditOf = (tx: Tx, storeId: number, entity: string, entityId: number): Promise<AuditRow[]> =>
  tx
    .select({
      at: audit.at,
      actor: { id: users.id, fullname: users.fullname },
      device: audit.device,
      action: audit.action,
      before: audit.before,
      after: audit.after,
    })
    .from(audit)
    .innerJoin(users, eq(users.id, audit.actor_id))
    .where(about(storeId, entity, entityId))
    .orderBy(asc(audit.id))
    .execute();
