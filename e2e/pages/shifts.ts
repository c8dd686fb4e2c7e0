import type { BrowserContext, Page } from '@playwright/test';

/** Sums up the layout shifts of the context's future pages: the numbers of Chromium, without those just after a touch. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: { sum: number; moved: string[] } = { sum: 0, moved: [] };
    Object.assign(window, { shifts });
    interface LayoutShift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        shifts.sum += value;
        shifts.moved.push(...sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum since the page was opened, and what moved. */
export const shiftsOf = (page: Page): Promise<{ readonly sum: number; readonly moved: string[] }> =>
  page.evaluate(() => {
    const shifts: unknown = Reflect.get(window, 'shifts');
    return shifts as { sum: number; moved: string[] };
  });
