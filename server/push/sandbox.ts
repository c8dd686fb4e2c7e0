import type { Clock, Ids, Log } from '#server/deps.ts';
import type { PushPort } from './port.ts';
import { userToken } from './user-token.ts';

/** Used without Beams: logs each push. The screens say that no push leaves this server. */
export function createSandboxPush({ clock, ids, log }: { clock: Clock; ids: Ids; log: Log }): PushPort {
  const secret = ids.secret();
  return {
    kind: 'sandbox',
    client: null,
    token: (userId) => userToken('sandbox', userId, secret, clock.now()),
    publish(userIds, { title, data }) {
      log.info(`push (not sent, no Beams): "${title}" to users ${userIds.join(', ')}, store ${data.store_id}`);
      return Promise.resolve();
    },
  };
}
