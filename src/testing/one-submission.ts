import { expect, timersFired } from './screen-expect.ts';
import type { Locator } from './locator.ts';
import type { Page } from './page.ts';

/** A form that can be sent: its page, its button, and the call that it makes. */
export interface FilledForm {
  readonly page: Page;
  readonly send: Locator;
  readonly call: RegExp;
}

/** Commands of the open store that have not been answered; 0 outside of a store. */
async function unsent(): Promise<number> {
  // The app on the page loaded its own copy of the module.
  const { useEngine } = await import('#data/outbox/store-engine.ts');
  return useEngine.getState().current?.engine.getView().pending.length ?? 0;
}

/** Taps the button of the form three times while the answer is on its way, and wants one request (F-40). */
export async function expectOneRequest(open: () => Promise<FilledForm>): Promise<void> {
  const { page, send, call } = await open();
  const calls = (): readonly string[] => page.sent().filter((sent) => call.test(sent));
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const path = new RegExp(call.source.replace(/^\^[A-Z]+ /, '^').replace('^.*', ''));
  let waiting = 0;
  page.route(path, async (route) => {
    if (!call.source.includes(`${route.method} `)) return route.fetch();
    waiting += 1;
    await held;
    const answer = await route.fetch();
    waiting -= 1;
    return answer;
  });
  const button = await send.one();
  button.click();
  // A second tap is a task of its own.
  await timersFired(0);
  button.click();
  await expect.poll(calls).toHaveLength(1);
  // A later tap, after the screen has been painted again.
  button.click();
  letGo();
  await expect.poll(() => waiting).toBe(0);
  // A second command of the same order would be sent only after the answer to the first one.
  await expect.poll(unsent).toBe(0);
  await timersFired(0);
  expect(calls()).toHaveLength(1);
}
