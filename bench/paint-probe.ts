import type { Page } from '@playwright/test';

/**
 * Text for a probe in the page: resolves with the page's milliseconds when the frame in which `done()` holds was
 * painted.
 */
export const whenDone = `const painted = (done) => new Promise((resolve) => {
    const frame = () => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    });
    if (done()) return frame();
    const observer = new MutationObserver(() => {
      if (!done()) return;
      observer.disconnect();
      frame();
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  });`;

/** Runs in the page. It is text, because a compiled function would refer to helpers of its compiler. */
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
 * Wall-clock milliseconds when an element that matches `selector` was painted. The frame after the mutation plus one
 * task is the first moment at which the compositor has it.
 */
export const whenPainted = (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(`(${probe})(${JSON.stringify(selector)})`);
