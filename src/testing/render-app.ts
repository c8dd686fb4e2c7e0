import { browserWindow } from './dom.ts';
import { userEvent } from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';
import { leavePage, type Network, openBrowser } from './browser.ts';
import { Page } from './page.ts';
import { dismissedGuides } from './builders.ts';
import { type Account, newSession, screenServer } from './screen-server.ts';

interface Rendered {
  readonly page: Page;
  readonly context: Pick<Network, 'setOffline'>;
}

/** Stops the app on the page; null without one. Two apps in one document would fight over its address and storage. */
let stop: (() => Promise<void>) | null = null;

async function stopApp(): Promise<void> {
  const running = stop;
  stop = null;
  await running?.();
  leavePage();
}

/**
 * Boots the whole app at `path` (below /sellers/) with the server of `useScreenServer()`. `as`: the logged-in user.
 * Each call is a new browser and ends the one before; each `goto` and `reload` loads the app again in it.
 */
export async function renderApp(
  path: string,
  { as: who, width = 1024 }: { readonly as?: Account; readonly width?: number } = {},
): Promise<Rendered> {
  await stopApp();
  const { origin } = screenServer();
  const session = who && (await newSession(who));
  const network = openBrowser(`${origin}/sellers/`, session?.cookie);
  browserWindow.happyDOM.setViewport({ width, height: 768 });
  localStorage.setItem('marche:guides', dismissedGuides);
  for (const [name, value] of session?.records ?? []) localStorage.setItem(name, value);
  const load = async (to: string): Promise<void> => {
    await stopApp();
    browserWindow.happyDOM.setURL(`${origin}/sellers/${to.replace(/^\//, '')}`);
    document.body.innerHTML = '<div id="root"></div>';
    vi.resetModules();
    // With what sends calls: a call that waits for its code would be sent when the page has been left.
    const [{ startApp }] = await Promise.all([import('#app/start.tsx'), import('#data/api/link.ts')]);
    const root = document.querySelector<HTMLElement>('#root');
    if (!root) throw new Error('no #root');
    stop = await startApp(root);
  };
  onTestFinished(async () => {
    await stopApp();
    vi.unstubAllGlobals();
  });
  await load(path);
  return { page: new Page(userEvent.setup({ pointerEventsCheck: 0 }), network, load), context: network };
}
