import type { PushNotice, PushPort } from '#server/push/port.ts';

export interface Pushed extends PushNotice {
  readonly to: readonly number[];
}

/** A push service that records its pushes, and rejects them while `fails` is set. */
export function recordingPush() {
  const pushed: Pushed[] = [];
  const made = {
    pushed,
    fails: false,
    makePush: (): PushPort => ({
      kind: 'beams',
      client: { instance_id: 'inst-1', endpoint: null },
      token: (userId) => `token of ${userId}`,
      publish(to, notice) {
        if (made.fails) return Promise.reject(new Error('no push today'));
        pushed.push({ ...notice, to });
        return Promise.resolve();
      },
    }),
  };
  return made;
}
