import { endSlip } from '#domain/print-jobs.ts';
import { commandHandler, inTransaction } from '#server/http/commands/run-command.ts';
import { refusal } from '#server/http/errors.ts';
import { answer, inStore } from '#server/http/recipe.ts';
import { loadOrderFor } from '#server/modules/orders/orders-store.ts';
import { claimCommand } from './claim-slips.ts';
import { printDeviceOf } from './print-points-routes.ts';
import { findPrintPoint } from './print-points-store.ts';
import {
  announcePrinted,
  finishSlip,
  insertSlip,
  lockSlip,
  settleJobsOf,
  settleSlips,
  slipsOf,
} from './slips-store.ts';
import { readUnprinted, writeUnprinted } from './unprinted-store.ts';

export const printSlipsRoutes = {
  claim: inStore.printing.claim.handler(commandHandler(claimCommand, inTransaction)),

  endSlip: inStore.printing.endSlip.handler(({ input, context }) => {
    const { deps, member } = context;
    const { storeId } = member;
    return deps.db.store(storeId, 'write', async (tx) => {
      const point = await findPrintPoint(tx, storeId, input.id, printDeviceOf(context));
      const slip = point && (await lockSlip(tx, storeId, point.id, input.slip_id));
      if (!slip) throw refusal({ code: 'not_found' });
      const state = answer(endSlip(slip.state, input.outcome));
      if (state !== null) await finishSlip(tx, slip, { state, error: input.error ?? null, at: deps.clock.now() });
    });
  }),

  unprinted: inStore.printing.unprinted.handler(({ context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) =>
      (await readUnprinted(tx, member.storeId, deps.clock.now())).map(writeUnprinted),
    ),
  ),

  settle: inStore.printing.settle.handler(({ input: { id }, context }) => {
    const { deps, member, actor } = context;
    const { storeId } = member;
    return deps.db.store(storeId, 'write', async (tx) => {
      const at = deps.clock.now();
      if (!(await loadOrderFor(tx, context, id))) throw refusal({ code: 'not_found' });
      const slips = await slipsOf(tx, storeId, id);
      const open = slips.filter((s) => s.settled_at === null && (s.state === 'failed' || s.state === 'unknown'));
      await settleSlips(tx, storeId, open, at);
      await settleJobsOf(tx, storeId, id, { kind: null, at });
      // An order without any comanda would count as late. The person says that the kitchen knows, so one without lines is
      // noted as printed.
      if (!slips.some((s) => s.kind === 'commander')) {
        const told = { printer: '', kind: 'commander', change: 'whole', lines: [], from: null, reprint: 0 } as const;
        const about = { order_id: id, printpoint_id: null, revision: slips.length + 1, created_by: actor.userId };
        await insertSlip(tx, storeId, { ...told, ...about, state: 'accepted', at });
      }
      announcePrinted(tx, storeId, id, at);
    });
  }),
};
