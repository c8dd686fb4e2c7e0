import { useEffect, useState } from 'react';
import type { PushDevice, PushState } from '#platform/push.ts';
import { api } from '#data/api/api.ts';
import { currentUser, useSession } from '#data/session/session.ts';

/** This device's push registration; null if this server sends no pushes or this browser supports none. */
let opened: Promise<PushDevice | null> | null = null;

async function open(): Promise<PushDevice | null> {
  const { push } = await api.config();
  if (push === null) return null;
  const { openPush } = await import('#platform/push.ts');
  const device = await openPush({ instanceId: push.instance_id, endpoint: push.endpoint });
  // Stop the pushes at logout.
  if (device) useSession.subscribe(({ user }) => void (user === null && device.stop().catch(() => {})));
  return device;
}

/** Opens the push registration once; tries again after a failure. */
function pushDevice(): Promise<PushDevice | null> {
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** 'unconfigured': this server sends no pushes; 'unknown': the server cannot be reached now. */
export type PushStateNow = PushState | 'unconfigured' | 'unknown';

export async function pushState(): Promise<PushStateNow> {
  const user = currentUser();
  if (!user) return 'unknown';
  try {
    const device = await pushDevice();
    if (device) return await device.state(user.id);
    return (await api.config()).push === null ? 'unconfigured' : 'unsupported';
  } catch {
    return 'unknown';
  }
}

/**
 * Must be called inside a tap: browsers show the permission prompt only right after one. `pushState` has already loaded
 * the push client by then.
 */
export async function startPush(): Promise<'registered' | 'denied' | 'failed'> {
  const user = currentUser();
  try {
    const device = await pushDevice();
    if (!device || !user) return 'failed';
    await device.start(user.id, (user_id) => api.alerts.pushToken({ user_id }));
    return 'registered';
  } catch {
    return (await pushState()) === 'denied' ? 'denied' : 'failed';
  }
}

interface PushOnScreen {
  /** 'unknown' until the state is loaded. */
  readonly state: PushStateNow;
  readonly busy: boolean;
  /** Calls `startPush`, inside a tap. `state` is updated before it resolves. */
  readonly activate: () => ReturnType<typeof startPush>;
}

/** The push state of this device for a screen, and the call that turns pushes on. */
export function usePush(): PushOnScreen {
  const [state, setState] = useState<PushStateNow>('unknown');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let gone = false;
    void pushState().then((now) => {
      if (!gone) setState(now);
    });
    return () => {
      gone = true;
    };
  }, []);
  return {
    state,
    busy,
    activate: async () => {
      setBusy(true);
      const end = await startPush();
      setBusy(false);
      setState(await pushState());
      return end;
    },
  };
}
