import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { findFirefox, findWebKit } from '#scripts/engines-found.mjs';
import { openShop } from '#e2e/shop.ts';
import { firefox } from './firefox.ts';
import { playStory } from './story.ts';
import { webkit } from './webkit.ts';

/** `npm run engines`: exits with 1 when the story fails in Firefox or in WebKit. */
const wanted = new Set(process.argv.slice(2));
const engines = [firefox(await findFirefox()), webkit(await findWebKit())].filter(
  ({ name }) => wanted.size === 0 || wanted.has(name.toLowerCase()),
);
for (const engine of engines) {
  const shop = await openShop();
  const began = performance.now();
  const tab = await engine.open();
  try {
    await playStory(shop, tab, (line) => console.log(`${engine.name}: ${line}`));
    console.log(`${engine.name}: passed in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  } catch (error) {
    const picture = path.resolve('test-results', `${engine.name.toLowerCase()}.png`);
    mkdirSync(path.dirname(picture), { recursive: true });
    await tab.screenshot(picture).catch(() => undefined);
    console.error(`${engine.name}: FAILED: ${error instanceof Error ? error.message : String(error)} (${picture})`);
    process.exitCode = 1;
  } finally {
    await tab.close().catch(() => undefined);
    await shop.stop();
  }
}
