import type { CDPSession, Page } from '@playwright/test';

/** A poor connection: 1.6 Mbit/s down, 750 kbit/s up, 150 ms to the first byte of each answer. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

interface Request {
  readonly path: string;
  /** Over the network: headers and compressed body. */
  readonly bytes: number;
}

/** Bytes of the requests whose paths end so; '' for all. */
export const bytesOf = (requests: readonly Request[], ending: string): number =>
  requests.reduce((sum, { path, bytes }) => sum + (path.endsWith(ending) ? bytes : 0), 0);

/** What the browser did until the first control of a page was usable, and how far the page moved until it was quiet. */
export interface FirstScreen {
  /** Milliseconds from the navigation to the frame in which the control was painted. */
  readonly ms: number;
  /** Requests that began before that frame, in order, the page's own and those that the worker answered included. */
  readonly requests: readonly Request[];
  /** Cumulative layout shift. */
  readonly shift: number;
}

/**
 * Text for a page: calls when the frame whose callbacks run now was painted, in the next task of the highest priority. A
 * message would come after what the page does next, pictures and further frames for example (decision 046).
 */
export const afterFrame = `(call) => void scheduler.postTask(call, { priority: 'user-blocking' })`;

/** Runs in the page before its own code. It is text, because a compiled function would refer to helpers of its compiler. */
const watch = `(wanted) => {
  const afterFrame = ${afterFrame};
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const usable = () => {
    const control = [...document.querySelectorAll(wanted)].find((c) => c.getBoundingClientRect().width > 0);
    if (!control || control.disabled) return false;
    const { left, top, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (control === hit || control.contains(hit));
  };
  const at = new Promise((resolve) => {
    const look = () => {
      if (!usable()) return void requestAnimationFrame(look);
      const frame = performance.now();
      afterFrame(() => resolve({ frame, ms: performance.now() }));
    };
    requestAnimationFrame(look);
  });
  window.firstScreen = async () => {
    const { frame, ms } = await at;
    return () => {
      const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter((entry) => entry.startTime < frame);
      return {
        ms,
        requests: entries.map(({ name, transferSize }) => ({ path: new URL(name).pathname, bytes: transferSize })),
        shift,
      };
    };
  };
}`;

/** Watches the next page loads for the first usable element that matches `control`. Call once per page. */
export async function watchFirstScreen(page: Page, control: string): Promise<void> {
  await page.addInitScript(`(${watch})(${JSON.stringify(control)})`);
}

/** What the page has done until its control was usable. Resolves when the network has been idle. */
export async function firstScreen(page: Page): Promise<FirstScreen> {
  await page.evaluate('firstScreen().then(() => {})');
  await page.waitForLoadState('networkidle');
  return page.evaluate<FirstScreen>('firstScreen().then((read) => read())');
}

/** Gives the page a poor connection. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  return session;
}

/** The first control of each page that a person can use. */
export const controls = {
  /** The app's own form; the page has one before (`earlyLogin`). */
  login: '#root button[type=submit]',
  stores: 'main button',
  home: '[data-card] button:not([data-open])',
  board: '[data-card] button:not([data-open])',
  catalog: '[data-item] button',
  guest: '[data-item] button',
  checkout: 'main button[aria-pressed], main [role=radio], main input',
} as const;

/** The button of the form that the page of the login has before the app runs. */
export const earlyLogin = '.shell form button';
