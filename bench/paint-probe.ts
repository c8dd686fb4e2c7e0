import type { Page } from '@playwright/test';
import { afterFrame } from '#e2e/first-screen.ts';

/**
 * Text for a probe in the page: resolves with the page's milliseconds when the frame in which `done()` holds was
 * painted.
 */
export const whenDone = `const afterFrame = ${afterFrame};
  const painted = (done) => new Promise((resolve) => {
    const frame = () => requestAnimationFrame(() => {
      afterFrame(() => resolve(performance.now()));
    });
    if (done()) return frame();
    const observer = new MutationObserver(() => {
      if (!done()) return;
      observer.disconnect();
      frame();
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  });`;

/**
 * Runs in the page. It is text, because a compiled function would refer to helpers of its compiler. An element that comes
 * while the page prepares a frame is painted in that frame, so each frame is watched: the callback of the frame before
 * comes first in it, and `afterFrame` after it was painted.
 */
const probe = `(wanted) => new Promise((resolve) => {
  const afterFrame = ${afterFrame};
  let there = document.querySelector(wanted) !== null;
  const observer = new MutationObserver(() => {
    there ||= document.querySelector(wanted) !== null;
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  const frame = () => {
    afterFrame(() => {
      if (!there) return;
      observer.disconnect();
      cancelAnimationFrame(next);
      resolve(performance.timeOrigin + performance.now());
    });
    next = requestAnimationFrame(frame);
  };
  let next = requestAnimationFrame(frame);
})`;

/**
 * Wall-clock milliseconds when an element that matches `selector` was painted: one task after its frame, the first moment
 * at which the compositor has it.
 */
export const whenPainted = (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(`(${probe})(${JSON.stringify(selector)})`);
