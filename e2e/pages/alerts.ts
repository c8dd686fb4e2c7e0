import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** The invisible effects of a page: tones and badge counts. */
export interface Heard {
  readonly tones: number[];
  readonly badges: number[];
}

/**
 * Records every tone and badge of the context's future pages. `sound` 'locked': the browser waits for a touch, as
 * Chrome does without --headless. 'refused': it stays silent even after one.
 */
export async function spyOn(context: BrowserContext, sound: 'free' | 'locked' | 'refused' = 'free'): Promise<void> {
  await context.addInitScript((how) => {
    const heard: { tones: number[]; badges: number[] } = { tones: [], badges: [] };
    Object.assign(window, { heard });
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this`
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function spied(...args) {
      if (this.type === 'triangle') heard.tones.push(Math.round(this.frequency.value));
      start.apply(this, args);
    };
    const badge = (count = 0): Promise<void> => {
      heard.badges.push(count);
      return Promise.resolve();
    };
    Object.assign(navigator, { setAppBadge: badge, clearAppBadge: () => badge(0) });
    if (how === 'free') return;
    let unlocked = false;
    Object.defineProperty(AudioContext.prototype, 'state', { get: () => (unlocked ? 'running' : 'suspended') });
    AudioContext.prototype.resume = function resumed() {
      // Within the event of a touch; a page that a test asks something counts as touched too.
      if (how === 'locked' && Reflect.get(window, 'event') instanceof Event) {
        unlocked = true;
        this.dispatchEvent(new Event('statechange'));
      }
      return Promise.resolve();
    };
  }, sound);
}

export const heardOn = (page: Page): Promise<Heard> =>
  page.evaluate(() => {
    const heard: unknown = Reflect.get(window, 'heard');
    return heard as { tones: number[]; badges: number[] };
  });

/** The card of an order, on the board. */
export const cardOf = (page: Page, { uid }: { readonly uid: string }): Locator => page.locator(`[data-card="${uid}"]`);

/** The notice of one new order. */
export const noticeOf = (page: Page, number: number): Locator =>
  page.locator('[data-toast="order"]').filter({ hasText: `Pedido recibido Nro. ${number}` });

/** Counts the played order signals by the first of their two rising notes. */
export const orderSignals = ({ tones }: Heard): number => tones.filter((hz) => hz === 659).length;

export const soundButton = (page: Page): Locator => page.locator('[data-sound] button[aria-haspopup="menu"]');

/** Stops the timers of the notices until one is tapped, as a finger on them does. */
export const holdNotices = (page: Page): Promise<void> => page.locator('[data-toasts]').dispatchEvent('pointermove');

/** Waits until the board has loaded its orders: later orders count as new. */
export async function boardReady(page: Page): Promise<void> {
  // A phone shows one column, which may be empty.
  await expect(
    page
      .getByRole('article')
      .or(page.getByText('Sin pedidos', { exact: true }))
      .first(),
  ).toBeVisible();
  await expect(soundButton(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('marche:alerts'))).not.toBeNull();
}

/** Dispatches the browser's offer to install the app. */
export const offerInstall = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const prompt = (): Promise<{ outcome: string }> => {
      document.documentElement.dataset['asked'] = 'yes';
      return Promise.resolve({ outcome: 'accepted' });
    };
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });

/** A fake push subscription: the tests have no push service. */
export async function stubSubscription(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const made = { endpoint: 'https://push.example/1', toJSON: () => ({ endpoint: 'https://push.example/1' }) };
    let current: object | null = sessionStorage.getItem('subscribed') ? made : null;
    const unsubscribe = (): Promise<boolean> => {
      sessionStorage.removeItem('subscribed');
      current = null;
      return Promise.resolve(true);
    };
    Object.assign(made, { unsubscribe });
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(current),
      subscribe() {
        sessionStorage.setItem('subscribed', '1');
        current = made;
        return Promise.resolve(made);
      },
    });
  });
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly actions: readonly string[];
}

export const notificationsOf = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map((n) => ({
      title: n.title,
      body: n.body,
      tag: n.tag,
      actions: (Reflect.get(n, 'actions') ?? []).map((a: { title: string }) => a.title),
    }));
  });

/** Dispatches the worker's event for a tap on the notification or on its action. */
export async function tapNotification(context: BrowserContext, action = ''): Promise<void> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no worker');
  await worker.evaluate(async (chosen) => {
    const scope: unknown = globalThis;
    const { registration } = scope as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    const Made: unknown = Reflect.get(globalThis, 'NotificationEvent');
    dispatchEvent(Reflect.construct(Made as typeof Event, ['notificationclick', { notification, action: chosen }]));
  }, action);
}

/** Taps the notification while no window is open. Returns the address of the window that the worker asks for. */
export async function openedByTap(context: BrowserContext): Promise<string> {
  const [worker] = context.serviceWorkers();
  // A browser opens a window only for a tap by a hand.
  const opened = worker?.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const clients: unknown = Reflect.get(globalThis, 'clients');
        Object.assign(clients as object, {
          openWindow(address: string | URL) {
            resolve(new URL(address, location.href).href);
            return Promise.resolve(null);
          },
        });
      }),
  );
  await tapNotification(context);
  return (await opened) ?? '';
}

/**
 * Delivers a push to the app's worker, as a push service does, and waits until the worker has handled it. Chromium
 * forgets a notification whose list is read between its writing and its display. The session stays open until the page
 * closes: a push whose session ends before the worker has it may be lost.
 */
export async function deliverPush(page: Page, origin: string, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find((r) => r.scopeURL.endsWith('/sellers/'));
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const id = await registration;
  // Without the events of earlier pushes, which the observation would begin with.
  await devtools.send('BackgroundService.setRecording', { shouldRecord: true, service: 'pushMessaging' });
  await devtools.send('BackgroundService.clearEvents', { service: 'pushMessaging' });
  const handled = new Promise<void>((resolve) => {
    devtools.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
      if (backgroundServiceEvent.eventName === 'Push event completed') resolve();
    });
  });
  await devtools.send('BackgroundService.startObserving', { service: 'pushMessaging' });
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: id, data });
  await handled;
}
