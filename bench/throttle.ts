import type { CDPSession, Page } from '@playwright/test';

/** Factor by which the pages' CPU is slowed down. */
export const throttling = 4;

/** Throttles the page as long as the returned session is open. */
export async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  return session;
}
