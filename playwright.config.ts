import { defineConfig, devices } from '@playwright/test';
import { chromiumFlags } from './e2e/chromium-flags.ts';

/**
 * Journeys in a real Chromium against the built server; fixtures.ts starts one with its own database.
 * `npm test` finds the browser and builds first; CHROMIUM_PATH says which one it is.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/template-shop.ts',
  fullyParallel: false,
  // A journey waits a fifth of its time, so there is one worker more than processors.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Far more than they take: a slow machine is no defect of the product. Speed is what `npm run bench` measures.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    viewport: { width: 1024, height: 768 },
    // Installing it fetches the whole app once more in every browser: journeys that need it allow it.
    serviceWorkers: 'block',
    // Drawing movement takes a tenth of the time: journeys that look at movement allow it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs a quarter of the time: what fails again when it is played again is recorded (scripts/test.mjs).
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [...chromiumFlags],
    },
  },
  projects: [
    {
      name: 'chromium',
      testDir: 'e2e/journeys',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1024, height: 768 }, hasTouch: true },
    },
    // After the journeys, by itself: it takes every processor that it finds.
    { name: 'chaos', testDir: 'e2e/chaos', dependencies: ['chromium'] },
  ],
});
