import { fail } from '#domain/errors.ts';
import type { GroupData } from '#domain/order-group.ts';
import { can } from '#domain/permissions.ts';
import { invalidField } from '#server/http/validation.ts';
import type { GroupCommand } from '#server/modules/groups/group-command.ts';

interface OpenInput {
  readonly uid: string;
  readonly code_id: number;
  readonly seller_id: number | null;
  readonly data: GroupData;
}

/**
 * Opens a table (G-49). Admins choose the seller among the staff; other roles open it for themselves (G-47). A repeat
 * under the same uid answers the group; a table that is open already is refused with code_busy.
 */
export const openGroupCommand: GroupCommand<OpenInput> = {
  base: 'none',
  async decide(repository, { actor, member, now }, { uid, code_id, seller_id, data }) {
    const code = await repository.code(code_id);
    if (!code?.group) return invalidField('code_id');
    const chooses = can('order.chooseSeller', member);
    if (!chooses && seller_id !== null && seller_id !== actor.userId) return fail('forbidden');
    if (chooses && seller_id !== null && !(await repository.isStaff(seller_id))) return invalidField('seller_id');
    const seller = chooses ? seller_id : actor.userId;
    const opened = { uid, code_id, seller_id: seller, ...data, created_by: actor.userId, created_at: now };
    const id = await repository.insert(opened);
    if (id === null) {
      const known = await repository.ofUid(uid);
      if (!known) return fail('code_busy');
      const same = known.code_id === code_id && known.created_by === actor.userId;
      return same ? { ok: true, value: await repository.read(known.id) } : fail('conflict');
    }
    repository.audit({
      action: 'group.open',
      groupId: id,
      before: null,
      after: { code_id, seller_id: seller, ...data },
    });
    await repository.announce(id, 'order-group-created', [code_id]);
    return { ok: true, value: await repository.read(id) };
  },
};
