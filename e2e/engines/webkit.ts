import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Builder, Button, Capabilities, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { freePort } from '#e2e/free-port.ts';
import { waitForSure, within } from '#e2e/waiting.ts';
import type { BrowserEngine } from './tab.ts';

interface Programs {
  readonly driver: string;
  readonly browser: string;
  /** Gives the browser a display; null = the display of this session. */
  readonly display: string | null;
}

/** A question without an answer is asked again, so it has to end. */
const answerMs = 15_000;

/** WebKitGTK by WebDriver: Safari's engine, as Linux has it. */
export const webkit = ({ driver, browser, display }: Programs): BrowserEngine => ({
  name: 'WebKit',
  async open() {
    const port = await freePort();
    const [program, ...args] = [...(display === null ? [] : [display, '-a']), driver, `--port=${port}`];
    if (program === undefined) throw new Error('no WebKit driver');
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    const end = (): void => {
      // The display's own server is a child of it.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    };
    try {
      const url = `http://127.0.0.1:${port}`;
      // The driver does not say when it has begun to listen.
      await waitForSure('the WebKit driver', async () => (await fetch(`${url}/status`)).ok || null);
      const options = { binary: browser, args: ['--automation'] };
      const capabilities = new Capabilities({
        browserName: 'MiniBrowser',
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': options,
      });
      const page: WebDriver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
      await page.manage().window().setRect({ width: 1024, height: 900 });
      const keys = (text: string): Promise<void> => page.actions().sendKeys(text).perform();
      return {
        goto: (address) => page.get(address),
        reload: () => page.navigate().refresh(),
        evaluate: (expression) => within(answerMs, page.executeScript(`return (${expression});`)),
        clickAt: (x, y) =>
          page
            .actions()
            .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
            .press(Button.LEFT)
            .release(Button.LEFT)
            .perform(),
        type: keys,
        enter: () => keys(Key.ENTER),
        screenshot: async (file) => writeFileSync(file, await page.takeScreenshot(), 'base64'),
        async close() {
          await page.quit();
          end();
        },
      };
    } catch (error) {
      end();
      throw error;
    }
  },
});
