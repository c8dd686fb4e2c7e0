import { refuseTransition } from '#domain/errors.ts';
import { openRefusal } from '#domain/order-group.ts';
import { invalidField } from '#server/http/validation.ts';
import { type GroupCommand, lockUnchangedGroup } from '#server/modules/groups/group-command.ts';
import { noteTable } from './both-groups.ts';

/** Moves an open group with its orders to a free table (G-51). To its own table it changes nothing. */
export const changeGroupCodeCommand: GroupCommand<{ readonly id: number; readonly code_id: number }> = {
  base: 'none',
  async decide(repository, call, { id, code_id: codeId }) {
    const locked = await lockUnchangedGroup(repository, call, id);
    if (!locked.ok) return locked;
    const row = locked.value;
    const before = await repository.read(id);
    if (row.code_id === codeId) return { ok: true, value: before };
    const refusal = openRefusal(row.status);
    if (refusal !== null) return refuseTransition(refusal);
    const code = await repository.code(codeId);
    if (!code?.group) return invalidField('code_id');
    if (await repository.isOccupied(codeId, id)) return { ok: false, failure: { code: 'code_busy' } };
    const orders = await repository.lockOrders(id);
    await repository.save(id, { code_id: codeId, by: call.actor.userId, at: call.now });
    await repository.moveOrders(id, codeId);
    repository.audit({
      action: 'group.changeCode',
      groupId: id,
      before: { code_id: row.code_id },
      after: { code_id: codeId },
    });
    const places = { from: before.code.description, to: code.description };
    for (const { id: orderId } of orders) {
      noteTable(repository, orderId, places);
      const order = await repository.orders.read(orderId);
      await repository.orders.announce({ name: 'order-updated', order, waitingChanged: false, groupChanged: false });
    }
    await repository.announce(id, 'order-group-updated', [row.code_id, codeId]);
    return { ok: true, value: await repository.read(id) };
  },
};
