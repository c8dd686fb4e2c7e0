import { writePayout } from '#contract/wire/payouts.ts';
import { isPayoutCode } from '#domain/payouts.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { bookPayout } from '#server/modules/cashbox/book-money.ts';
import { confirmPayout, lockPayout, readPayouts } from './payouts-store.ts';

export const payoutsRoutes = {
  list: inStore.payouts.list.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) =>
      (await readPayouts(tx, member.storeId, input.status ?? 'PENDING')).map((p) => writePayout(p, member.currency)),
    ),
  ),

  confirm: inStore.payouts.confirm.handler(({ input, context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'write', async (tx) => {
      const { storeId, currency } = member;
      const payout = await lockPayout(tx, storeId, input.payout_id);
      if (!payout) throw refusal({ code: 'not_found' });
      if (!isPayoutCode(payout, input.code))
        throw refusal({ code: 'otp_invalid', fields: { code: [{ rule: 'invalid' }] } });
      if (payout.status === 'CONFIRMED') return writePayout(payout, currency);
      const at = deps.clock.now();
      const what = { action: 'payout.confirm', entity: 'payout', entityId: payout.id, before: { status: 'PENDING' } };
      appendAudit(tx, { storeId, actor, ...what, after: { status: 'CONFIRMED' }, command: null, at });
      await bookPayout(tx, { storeId, actor, command: null, at }, payout);
      return writePayout(await confirmPayout(tx, storeId, payout.id, { userId: actor.userId, at }), currency);
    }),
  ),
};
