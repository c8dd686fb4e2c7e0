import { and, eq } from 'drizzle-orm';
import { fail, ok, type Result } from '#domain/errors.ts';
import type { Instant } from '#domain/time.ts';
import type { Database } from '#server/db/database.ts';
import { invitations, memberships } from '#server/db/schema/accounts.ts';
import type { Actor } from '#server/http/access-store.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';

/** Joining and leaving a store; each answer and its membership in one transaction. */

const answeredAlready = 'La invitación ya fue respondida desde otro dispositivo.';

interface InvitationAnswer {
  readonly actor: Actor;
  readonly id: number;
  readonly answer: boolean;
}

/**
 * Answers an invitation (S-08). Another person's invitation is not found; repeating the same answer changes nothing; a
 * different answer is a conflict.
 */
export const answerInvitation = (
  db: Database,
  { actor, id, answer }: InvitationAnswer,
  at: Instant,
): Promise<Result<null>> =>
  db.system(async (tx) => {
    const own = and(eq(invitations.id, id), eq(invitations.user_id, actor.userId));
    const [invitation] = await tx.select().from(invitations).where(own).for('update');
    if (!invitation) return fail('not_found');
    if (invitation.answer === answer) return ok(null);
    if (invitation.answer !== null) return fail('conflict', { params: { sentence: answeredAlready } });
    await tx.update(invitations).set({ answer }).where(own);
    const { store_id, role } = invitation;
    if (answer)
      // A person who already works there keeps their role.
      await tx
        .insert(memberships)
        .values({ store_id, user_id: actor.userId, role, owner: false, created_at: at })
        .onConflictDoNothing();
    appendAudit(tx, {
      storeId: store_id,
      actor,
      action: answer ? 'invitation.accept' : 'invitation.reject',
      entity: 'user',
      entityId: actor.userId,
      before: null,
      after: { role },
      command: null,
      at,
    });
    return ok(null);
  });

/**
 * Leaves a store (S-13, S-14); an owner cannot, whatever their role. The next sweep closes the person's sockets of that
 * store (docs/threats.md T12).
 */
export const leaveStore = (
  db: Database,
  { actor, storeId }: { readonly actor: Actor; readonly storeId: number },
  at: Instant,
): Promise<Result<null>> =>
  db.system(async (tx) => {
    const own = and(
      eq(memberships.store_id, storeId),
      eq(memberships.user_id, actor.userId),
      eq(memberships.owner, false),
    );
    const [left] = await tx.delete(memberships).where(own).returning({ role: memberships.role });
    if (!left) return fail('forbidden');
    appendAudit(tx, {
      storeId,
      actor,
      action: 'store.leave',
      entity: 'user',
      entityId: actor.userId,
      before: left,
      after: null,
      command: null,
      at,
    });
    return ok(null);
  });
