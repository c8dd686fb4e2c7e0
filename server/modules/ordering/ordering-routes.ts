import { writePromocode, writeShippingCost } from '#contract/wire/ordering.ts';
import { promocodeRefusal } from '#domain/promocode.ts';
import { scheduleSlots } from '#domain/schedule.ts';
import { zoneAt } from '#domain/shipping.ts';
import { enabledServices, scheduledServices } from '#domain/store.ts';
import { promocodeRefusals } from '#texts/order-taking.ts';
import { dayOptionLabel } from '#texts/dates.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { limitGuesses, promocodeKey } from '#server/http/guess-limits.ts';
import { readStoreAlone } from '#server/modules/stores/stores-store.ts';
import { loadPromocode, readZones } from './ordering-store.ts';

export const orderingRoutes = {
  // A separate limit keeps a seller from guessing promo codes.
  checkPromocode: inStore.ordering.checkPromocode.handler(async ({ input, context }) => {
    const { deps, member } = context;
    await limitGuesses(context, promocodeKey(context), deps.config.limits.promocodesPerMinute);
    const known = await deps.db.store(member.storeId, 'snapshot', (tx) =>
      loadPromocode(tx, member.storeId, input.code),
    );
    const refused = promocodeRefusal(known, null, deps.clock.now());
    if (known === null || refused !== null)
      throw refusal({ code: 'promocode_invalid', params: { sentence: promocodeRefusals[refused ?? 'unknown'] } });
    return { data: writePromocode(known.promocode, member.currency) };
  }),

  scheduleOptions: inStore.ordering.scheduleOptions.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const { type, geolocation } = input;
      const store = await readStoreAlone(tx, member.storeId, member.pivot);
      const served =
        scheduledServices(store).includes(type) &&
        (type !== 'DELIVERY' || !geolocation || zoneAt(await readZones(tx, member.storeId), geolocation) !== null);
      if (!served) throw refusal({ code: 'service_unavailable' });
      return scheduleSlots(store, deps.clock.now()).map(({ date, hours }) => ({
        date,
        date_for_humans: dayOptionLabel(date),
        hours: [...hours],
      }));
    }),
  ),

  shippingCost: inStore.ordering.shippingCost.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const store = await readStoreAlone(tx, member.storeId, member.pivot);
      if (!enabledServices(store).includes('DELIVERY')) throw refusal({ code: 'service_unavailable' });
      const zone = zoneAt(await readZones(tx, member.storeId), input.geolocation);
      if (!zone) throw refusal({ code: 'out_of_zone' });
      return writeShippingCost(zone, member.currency);
    }),
  ),
};
