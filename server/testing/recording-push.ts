import type { PushNotice, PushPort } from '#server/push/port.ts';

export interface Pushed extends PushNotice {
  readonly to: readonly number[];
}

/** The order that a push is about. */
export function pushedOrder({ data }: PushNotice): number {
  if (!('order_id' in data)) throw new Error(`a push about a ${data.kind}`);
  return data.order_id;
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
