import { chromium } from '@playwright/test';
import { findChromium } from '#scripts/chromium.mjs';
import { openShop } from '#e2e/shop.ts';
import { board } from './board.ts';
import { catalogBench } from './catalog.ts';
import { catchUp } from './catch-up.ts';
import { evening } from './evening.ts';
import { eventToCard } from './event-to-card.ts';
import { firstScreenBench } from './first-screen.ts';
import { login } from './login.ts';
import { maps } from './maps.ts';
import { nextStep } from './next-step.ts';
import { offlineEngine } from './offline-engine.ts';
import { ordersBench } from './orders.ts';
import { missedBudgets } from './report.ts';
import { reports } from './reports.ts';
import { wholeBoard } from './whole-board.ts';

/**
 * `npm run bench [-- NAME… --million]`. Every measurement prints a ratio to a baseline of the same run, because the
 * machines are noisy. A missed budget of a measurement that has one ends the run with an error. `--million`: the whole
 * board with 1,000,000 finished orders too.
 */
const executablePath = await findChromium();
const options = { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const browser = await chromium.launch(options);
const shop = await openShop();
const measurements = {
  // First: the others add orders to the store whose bytes it counts.
  'first-screen': () => firstScreenBench(browser, shop, options),
  'event-to-card': () => eventToCard(browser, shop),
  'offline-engine': () => offlineEngine(options),
  'catch-up': () => catchUp(browser, shop),
  catalog: () => catalogBench(shop, options),
  'next-step': () => nextStep(browser, shop),
  board: () => board(browser, shop),
  maps: () => maps(browser, shop),
  login: () => login(shop),
  orders: () => ordersBench(shop),
  'whole-board': () => wholeBoard(shop, flags.includes('--million')),
  reports: () => reports(shop),
  evening: () => evening(browser, shop),
};
try {
  for (const [name, measure] of Object.entries(measurements)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const line of await measure()) process.stdout.write(`${line}\n`);
  }
} finally {
  await browser.close();
  await shop.stop();
}
process.exitCode = missedBudgets().length > 0 ? 1 : 0;
