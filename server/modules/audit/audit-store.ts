import type { Uuid } from '#domain/ids.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/schema/sync.ts';
import type { Actor } from '#server/modules/account/access-store.ts';

export interface AuditEntry {
  readonly storeId: number;
  readonly actor: Actor;
  readonly action: string;
  readonly entity: string;
  readonly entityId: number;
  readonly before: unknown;
  readonly after: unknown;
  readonly command: Uuid;
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
