import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { takeReport } from './outboxes-store.ts';

export const outboxesRoutes = {
  report: inStore.outboxes.report.handler(({ input: report, context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'write', async (tx) => {
      const explained = await takeReport(tx, { storeId: member.storeId, actor, at: deps.clock.now() }, report);
      if (explained === null) throw refusal({ code: 'forbidden' });
      return { explained };
    }),
  ),
};
