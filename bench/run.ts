import { chromium } from '@playwright/test';
import { findChromium } from '#scripts/chromium.mjs';
import { openShop } from '#e2e/shop.ts';
import { eventToCard } from './event-to-card.ts';

/** `npm run bench`: every measurement prints a ratio against a baseline of the same run; these machines are noisy. */
const executablePath = await findChromium();
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
const shop = await openShop();
try {
  for (const line of await eventToCard(browser, shop)) process.stdout.write(`${line}\n`);
} finally {
  await browser.close();
  await shop.stop();
}
