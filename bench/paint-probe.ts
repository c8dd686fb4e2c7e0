import type { Page } from '@playwright/test';

/**
 * Wall-clock milliseconds at which an element that matches `selector` had been painted: the frame after the mutation,
 * plus one task, is the first moment at which the compositor has it.
 */
export const whenPainted = (page: Page, selector: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const painted = (): void => {
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve(performance.timeOrigin + performance.now()));
            port1.start();
            port2.postMessage(null);
          });
        };
        if (document.querySelector(wanted)) return painted();
        const observer = new MutationObserver(() => {
          if (!document.querySelector(wanted)) return;
          observer.disconnect();
          painted();
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
      }),
    selector,
  );

export const quantile = (values: readonly number[], q: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
};
