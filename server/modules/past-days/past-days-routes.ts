import { writePastDay } from '#contract/wire/past-days.ts';
import { spanOfDay } from '#domain/past-day.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { findPastDay } from './past-days-store.ts';

export const pastDaysRoutes = {
  read: inStore.pastDays.read.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const span = spanOfDay(input.day, member.timezone);
      // A day that has not begun is like one that does not exist.
      if (!span || span.from > deps.clock.now()) throw refusal({ code: 'not_found' });
      return writePastDay(await findPastDay(tx, member.storeId, span), member.currency);
    }),
  ),
};
