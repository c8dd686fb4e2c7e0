import { isoFromInstant } from '#domain/time.ts';
import { refusal } from '#server/http/errors.ts';
import { inStore } from '#server/http/recipe.ts';
import { announceDeviceCheck } from '#server/realtime/announce.ts';
import { pgFeeds } from '#server/realtime/feed-store.ts';
import { deviceLabel } from '#texts/device.ts';
import { beginCheck, finishCheck, readChecks } from './device-checks-store.ts';

export const deviceChecksRoutes = {
  report: inStore.deviceChecks.report.handler(({ input, context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'write', async (tx) => {
      const at = deps.clock.now();
      const report = { storeId: member.storeId, actor, id: input.id };
      if (input.results === null) {
        // A repeated request begins nothing anew; its event was sent the first time.
        if (await beginCheck(tx, { ...report, at })) announceDeviceCheck(pgFeeds(tx, member.storeId), input.id, at);
      } else if (!(await finishCheck(tx, report, input.results))) throw refusal({ code: 'forbidden' });
      return { now: isoFromInstant(at) };
    }),
  ),

  list: inStore.deviceChecks.list.handler(({ context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const found = await readChecks(tx, member.storeId, deps.clock.now());
      return found.map(({ id, person, device, at, results }) => ({
        id,
        user: { fullname: person },
        device: deviceLabel(device),
        at: isoFromInstant(at),
        results,
      }));
    }),
  ),
};
