import { Client, RegistrationState } from '@pusher/push-notifications-web';
import { appWorker } from './worker.ts';

/**
 * unsupported: no worker or no push in this browser; ask: not decided yet; unregistered: permitted, but not registered.
 */
export type PushState = 'unsupported' | 'denied' | 'ask' | 'unregistered' | 'registered';

export interface PushSettings {
  readonly instanceId: string;
  /** Another server with the Beams API; null: Pusher's own. */
  readonly endpoint: string | null;
}

export interface PushDevice {
  state(userId: number): Promise<PushState>;
  /** Call inside a tap: asks for the permission and registers this device for the user. Rejects if either fails. */
  start(userId: number, fetchToken: (userId: string) => Promise<{ token: string }>): Promise<void>;
  /** Ends the registration: this device receives no more pushes, for any user. */
  stop(): Promise<void>;
}

/**
 * Opens the official Pusher Beams client on the app's service worker. Only this file uses that client. Null if push is
 * not supported.
 */
export async function openPush({ instanceId, endpoint }: PushSettings): Promise<PushDevice | null> {
  const able = 'PushManager' in window && 'Notification' in window;
  const registration = able && isSecureContext ? await appWorker() : null;
  if (!registration) return null;
  // Create the client before the tap: that takes a while, and the browser prompts only right after a tap.
  const client = new Client({
    instanceId,
    serviceWorkerRegistration: registration,
    ...(endpoint === null ? {} : { endpointOverride: endpoint }),
  });

  const stop = async (): Promise<void> => {
    // The Beams server cannot be reached offline, so end the browser's own subscription in any case.
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
      // A registration cannot move to another user: end it first.
      const owner = await client.getUserId();
      if (owner && owner !== String(userId)) await stop();
      await client.start();
      await client.setUserId(String(userId), { fetchToken });
    },
    stop,
  };
}
