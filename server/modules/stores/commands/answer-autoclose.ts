import { fail, ok } from '#domain/errors.ts';
import type { StoreStatus } from '#domain/store.ts';
import { answeredClosing } from '#domain/store-status.ts';
import type { Tx } from '#server/db/database.ts';
import type { Command } from '#server/http/commands/command.ts';
import { lockStatus, saveStatus } from '#server/modules/stores/status-store.ts';

const nothingAnnounced = 'La tienda no está por cerrar: otra persona ya respondió o la cerró.';

/** Answers the closing question: postpone by `minutes`, or 0 to close as announced (T-24). */
export const answerAutoclose: Command<Tx, { readonly minutes: 0 | 15 | 60 }, StoreStatus> = {
  base: 'none',
  async decide(tx, { actor, member: { storeId }, headers, now: at }, { minutes }) {
    const before = await lockStatus(tx, storeId);
    const after = answeredClosing(before.status, minutes, at);
    if (after === null) return fail('conflict', { params: { sentence: nothingAnnounced } });
    const acceptedBefore = minutes === 0 && before.status.autoclose_accepted;
    const by = { actor, action: 'store.autoclose', command: headers.id };
    if (!acceptedBefore) await saveStatus(tx, { storeId, before, after, closing: 'store-autoclose-close', by, at });
    return ok(after);
  },
};
