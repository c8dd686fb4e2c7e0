import type { Page } from '@playwright/test';

/** Runs in the page. As text, since a compiled function brings its compiler's own names along. */
const probe = `(wanted) => new Promise((resolve) => {
  const painted = () => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
    port2.postMessage(null);
  });
  if (document.querySelector(wanted)) return painted();
  const observer = new MutationObserver(() => {
    if (!document.querySelector(wanted)) return;
    observer.disconnect();
    painted();
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
})`;

/**
 * Wall-clock milliseconds at which an element that matches `selector` had been painted: the frame after the mutation,
 * plus one task, is the first moment at which the compositor has it.
 */
export const whenPainted = (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(`(${probe})(${JSON.stringify(selector)})`);
