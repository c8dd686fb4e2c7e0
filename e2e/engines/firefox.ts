import { launch } from 'puppeteer-core';
import type { BrowserEngine } from './tab.ts';

/** Firefox by WebDriver BiDi, which it speaks itself. */
export const firefox = (program: string): BrowserEngine => ({
  name: 'Firefox',
  async open() {
    const browser = await launch({ browser: 'firefox', executablePath: program, headless: true });
    const page = await browser.newPage();
    await page.setViewport({ width: 1024, height: 768 });
    return {
      goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
      reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
      evaluate: (expression) => page.evaluate(expression),
      clickAt: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      enter: () => page.keyboard.press('Enter'),
      screenshot: async (file) => void (await page.screenshot({ path: file })),
      close: () => browser.close(),
    };
  },
});
