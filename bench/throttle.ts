import type { CDPSession, Page } from '@playwright/test';

/** How many times slower than this machine the pages are measured. */
export const throttling = 4;

/** It lasts as long as the session that asked for it. */
export async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  return session;
}
