import type { PushNotice, PushPort } from '#server/push/port.ts';

export interface Pushed extends PushNotice {
  readonly to: readonly number[];
}

/** A push service that writes down what it was given, and takes nothing while `fails`. */
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
