import { instantFromIso } from '#domain/time.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore, signedIn } from '#server/http/recipe.ts';
import type { UserContext } from '#server/http/context.ts';
import { keepReceipts, readReceipts } from './receipts-store.ts';

/** Only the signed-in person gets their push token. */
function ownToken({ deps, actor }: UserContext, userId: string): { token: string } {
  if (userId !== String(actor.userId)) throw refusal({ code: 'forbidden' });
  return { token: deps.push.token(actor.userId) };
}

export const alertsRoutes = {
  report: inStore.alerts.report.handler(async ({ input, context: { deps, actor, member } }) => {
    const now = deps.clock.now();
    const seen = input.receipts.map((s) => ({ ...s, at: instantFromIso(s.at) ?? now }));
    const known = await deps.db.store(member.storeId, 'write', (tx) =>
      keepReceipts(tx, member.storeId, actor, seen, now),
    );
    if (known === 0) throw refusal({ code: 'not_found' });
  }),

  receipts: inStore.alerts.receipts.handler(async ({ input, context: { deps, member } }) => {
    const found = await deps.db.store(member.storeId, 'snapshot', (tx) => readReceipts(tx, member.storeId, input.id));
    if (!found) throw refusal({ code: 'not_found' });
    return { ...found, push: deps.push.kind };
  }),

  pushToken: signedIn.alerts.pushToken.handler(({ input, context }) => ownToken(context, input.user_id)),

  pushTokenByQuery: signedIn.alerts.pushTokenByQuery.handler(({ input, context }) => ownToken(context, input.user_id)),
};
