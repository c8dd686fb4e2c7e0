import { Client, RegistrationState } from '@pusher/push-notifications-web';
import { appWorker } from './worker.ts';

/** unsupported: no worker or no push in this browser · ask: nobody has decided · unregistered: allowed, not signed up. */
export type PushState = 'unsupported' | 'denied' | 'ask' | 'unregistered' | 'registered';

export interface PushSettings {
  readonly instanceId: string;
  /** Another server that speaks the Beams API; null = Pusher's own. */
  readonly endpoint: string | null;
}

export interface PushDevice {
  state(userId: number): Promise<PushState>;
  /** From inside a tap: asks the browser, and signs this device up for the user. Rejects when either fails. */
  start(userId: number, fetchToken: (userId: string) => Promise<{ token: string }>): Promise<void>;
  /** Nothing more arrives here, whoever logs in next. */
  stop(): Promise<void>;
}

/** The official client of Pusher Beams on the app's own worker, its only home; null where there is no push at all. */
export async function openPush({ instanceId, endpoint }: PushSettings): Promise<PushDevice | null> {
  const able = 'PushManager' in window && 'Notification' in window;
  const registration = able && isSecureContext ? await appWorker() : null;
  if (!registration) return null;
  // Made before the tap that needs it: making it takes a while, and the browser only asks right after a tap.
  const client = new Client({
    instanceId,
    serviceWorkerRegistration: registration,
    ...(endpoint === null ? {} : { endpointOverride: endpoint }),
  });

  const stop = async (): Promise<void> => {
    // Its service cannot be told without a network; the browser's own subscription ends in any case.
    await client.stop().catch(() => {});
    await registration.pushManager.getSubscription().then((subscription) => subscription?.unsubscribe());
  };

  return {
    async state(userId) {
      switch (await client.getRegistrationState()) {
        case RegistrationState.PERMISSION_DENIED:
          return 'denied';
        case RegistrationState.PERMISSION_PROMPT_REQUIRED:
          return 'ask';
        case RegistrationState.PERMISSION_GRANTED_NOT_REGISTERED_WITH_BEAMS:
          return 'unregistered';
        case RegistrationState.PERMISSION_GRANTED_REGISTERED_WITH_BEAMS:
          return (await client.getUserId()) === String(userId) ? 'registered' : 'unregistered';
      }
    },
    async start(userId, fetchToken) {
      // Somebody else's registration cannot change hands.
      const owner = await client.getUserId();
      if (owner && owner !== String(userId)) await stop();
      await client.start();
      await client.setUserId(String(userId), { fetchToken });
    },
    stop,
  };
}
