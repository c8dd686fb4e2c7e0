import { isoFromInstant } from '#domain/time.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { appendAudit, auditsOf } from '#server/modules/audit/audit-store.ts';
import { findKnown } from '#server/modules/cashbox/cashbox-reads.ts';

/** The entity of the audit for what was done to the drawer while a register, whose id it has, was open. */
const entity = 'drawer';

export const drawerRoutes = {
  /** Before the device sends the pulse. */
  openDrawer: inStore.printing.openDrawer.handler(({ input: { id }, context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'write', async (tx) => {
      const { row } = await findKnown(tx, member.storeId, id);
      if (row.closed_at !== null) throw refusal({ code: 'cashbox_closed' });
      const what = { action: 'drawer.open', entity, entityId: id, before: null, after: null };
      appendAudit(tx, { storeId: member.storeId, actor, ...what, command: null, at: deps.clock.now() });
    }),
  ),

  openings: inStore.printing.openings.handler(({ input: { id }, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      await findKnown(tx, member.storeId, id);
      const rows = (await auditsOf(tx, member.storeId, entity, [id])).get(id) ?? [];
      return rows.map(({ at, actor, device, authorisedBy }) => ({
        at: isoFromInstant(at),
        by: 'fullname' in actor ? actor.fullname : actor.name,
        device,
        authorised_by: authorisedBy,
      }));
    }),
  ),
};
