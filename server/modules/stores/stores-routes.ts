import { contract } from '#contract/contract.ts';
import { changedStatus, pausedStatus, sameByHand, wrongPause } from '#domain/store-status.ts';
import { writeStatus } from '#contract/wire/stores.ts';
import { bindCommand } from '#server/http/commands/command.ts';
import { commandHandler } from '#server/http/commands/run-command.ts';
import { refusal } from '#server/http/errors.ts';
import { answer as answered, inStore, signedIn } from '#server/http/recipe.ts';
import { answerAutoclose } from './commands/answer-autoclose.ts';
import { answerInvitation, leaveStore } from './membership-store.ts';
import { lockStatus, saveStatus } from './status-store.ts';
import { listStores, readMap, readNews, readStatuses } from './stores-store.ts';

const largestId = 2_147_483_647;

export const storesRoutes = {
  list: signedIn.stores.list.handler(({ context: { deps, actor } }) => listStores(deps.db, actor.userId)),

  answerInvitation: signedIn.stores.answerInvitation.handler(async ({ input, context: { deps, actor } }) => {
    answered(await answerInvitation(deps.db, { actor, ...input }, deps.clock.now()));
  }),

  map: inStore.stores.map.handler(({ input, context: { deps, member } }) =>
    deps.db.store(member.storeId, 'snapshot', async (tx) => {
      const map = await readMap(tx, member.storeId, input.map_id);
      if (!map) throw refusal({ code: 'not_found' });
      return map;
    }),
  ),

  leave: inStore.stores.leave.handler(async ({ context: { deps, actor, member } }) => {
    answered(await leaveStore(deps.db, { actor, storeId: member.storeId }, deps.clock.now()));
  }),

  saveStatus: inStore.stores.saveStatus.handler(({ input, context: { deps, actor, member } }) =>
    deps.db.store(member.storeId, 'write', async (tx) => {
      const before = await lockStatus(tx, member.storeId);
      const { open, type, delay, pauses = {} } = input;
      const at = deps.clock.now();
      const changed = changedStatus(before.status, {
        open,
        immediate: type.inmediate.open,
        services: type.inmediate.services,
        preorder: type.preorder,
        delay,
      });
      const wrong = wrongPause(changed, pauses, before, at);
      if (wrong !== null) throw refusal({ code: 'validation', fields: { [`pauses.${wrong}`]: [{ rule: 'invalid' }] } });
      const after = pausedStatus(changed, pauses, before, at);
      if (!sameByHand(before.status, after)) {
        const by = { actor, action: 'store.status', command: null };
        const closing = before.status.open && !open ? 'store-autoclose-close' : null;
        await saveStatus(tx, { storeId: member.storeId, before, after, closing, by, at });
      }
      return writeStatus(after);
    }),
  ),

  answerAutoclose: inStore.stores.answerAutoclose.handler(
    commandHandler(bindCommand(contract.stores.answerAutoclose, answerAutoclose, writeStatus), (tx) => tx),
  ),

  statuses: signedIn.stores.statuses.handler(({ input, context: { deps, actor } }) => {
    const ids = input.ids
      .split(',')
      .map(Number)
      .filter((id) => id <= largestId);
    return readStatuses(deps.db, ids, actor.userId);
  }),

  news: signedIn.stores.news.handler(({ context: { deps } }) => readNews(deps.db)),
};
