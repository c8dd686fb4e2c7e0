import type { CDPSession, Page } from '@playwright/test';
import { attempt, within } from './waiting.ts';

const nextSteps = ['Aceptar', 'Por entregar', 'Finalizar'];
const updateButton = 'Actualizar';
const patienceMs = 5_000;

/** One tab, its network and its hands. Everything here may fail at any moment: the browser is killed under it. */
export class ChaosTab {
  readonly page: Page;
  readonly #cdp: CDPSession;
  readonly #toBoard: () => Promise<void>;
  frozen = false;
  answersLost = 0;
  #works = 0;

  constructor(page: Page, cdp: CDPSession, toBoard: () => Promise<void>) {
    this.page = page;
    this.#cdp = cdp;
    this.#toBoard = toBoard;
    cdp.on('Fetch.requestPaused', (paused) => void attempt(this.#answer(paused)));
  }

  /** A browser under this much strain forgets to answer now and then. */
  readonly #send: CDPSession['send'] = (method, params) => within(patienceMs, this.#cdp.send(method, params));

  /** No dialog is open and no action is running, so the tab can be used. */
  get free(): boolean {
    return !this.frozen && this.#works === 0;
  }

  /** Returns to the board from any state. */
  async recover(): Promise<boolean> {
    return (await attempt(this.#working(() => this.#toBoard().then(() => true)))) ?? false;
  }

  async #working<T>(work: () => Promise<T>): Promise<T> {
    this.#works += 1;
    try {
      return await work();
    } finally {
      this.#works -= 1;
    }
  }

  async isOnBoard(): Promise<boolean> {
    return (await attempt(within(2_000, this.page.locator('[data-column]').first().isVisible()))) ?? false;
  }

  /** `offline`: as the device says it; `latencyMs`: every answer comes that much later. */
  async network({ offline = false, latencyMs = 0 }): Promise<void> {
    const still = { downloadThroughput: -1, uploadThroughput: -1 };
    await this.#send('Network.emulateNetworkConditions', { offline, latency: latencyMs, ...still });
  }

  /** While on, what the server answers to a write never arrives: it has been done all the same. */
  async loseAnswers(on: boolean): Promise<void> {
    if (on) await this.#send('Fetch.enable', { patterns: [{ urlPattern: '*/api/store/*', requestStage: 'Response' }] });
    else await this.#send('Fetch.disable');
  }

  async #answer({ requestId, request }: { requestId: string; request: { method: string } }): Promise<void> {
    if (request.method === 'GET') await this.#send('Fetch.continueRequest', { requestId });
    else {
      this.answersLost += 1;
      await this.#send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
    }
  }

  /**
   * Nothing of the page runs any more, its locks and connections stay: what a frozen tab is. (`setWebLifecycleState`
   * has no effect on a page that the driver keeps in focus.)
   */
  async freeze(): Promise<void> {
    this.frozen = true;
    await this.#send('Debugger.enable');
    await this.#send('Debugger.pause');
  }

  async thaw(): Promise<void> {
    // Disabling lets the page run on.
    await this.#send('Debugger.disable');
    this.frozen = false;
  }

  /** Taps the next step of some cards in view; `at` in [0, 1) says which. Answers how many. */
  tapCards(at: readonly number[]): Promise<number> {
    return within(
      2_000,
      this.page.evaluate(
        ([words, places]) => {
          const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-card] button')].filter(
            (b) => !b.disabled && words.includes(b.textContent.trim()),
          );
          const chosen = new Set(places.map((place) => buttons[Math.floor(place * buttons.length)]));
          let taps = 0;
          for (const button of chosen) {
            button?.click();
            if (button) taps += 1;
          }
          return taps;
        },
        [nextSteps, at] as const,
      ),
    );
  }

  /** Takes the update that is offered, if one is. */
  async update(): Promise<boolean> {
    if (!this.free) return false;
    const button = this.page.getByRole('button', { name: updateButton, exact: true });
    if (!(await within(1_000, button.isVisible()))) return false;
    // A tab behind another draws nothing, so a real click would wait for ever.
    await button.dispatchEvent('click', undefined, { timeout: 1_000 });
    return true;
  }

  /** The browser would look for a new build at its next navigation; now it does. */
  lookForUpdate(): Promise<void> {
    return within(
      2_000,
      this.page.evaluate(async () => {
        const known = await navigator.serviceWorker.getRegistration();
        void known?.update().catch(() => undefined);
      }),
    );
  }

  /** A take-away order for cash through the real screens; ends on the board again. True when it went through. */
  takeOrder(customer: string): Promise<boolean> {
    return this.#working(async () => {
      const taken = await attempt(this.#fillOrder(customer).then(() => true));
      await this.recover();
      return taken ?? false;
    });
  }

  async #fillOrder(customer: string): Promise<void> {
    const { page } = this;
    await page.bringToFront();
    await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
    const picker = page.getByRole('dialog', { name: 'Cargar pedido' });
    await picker.getByRole('button', { name: 'Take away' }).click();
    await page.getByPlaceholder('Buscar...').fill('fainá');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Siguiente' }).first().click();
    await page.getByLabel('Nombre', { exact: true }).fill(customer);
    await page.getByRole('radio', { name: /Efectivo/ }).check({ force: true });
    await page.getByRole('button', { name: 'Finalizar' }).first().click();
    // Up to 8 s for the server's word, then it goes on without.
    await page.waitForURL(/\/home|\/kanban/, { timeout: 12_000 });
  }
}
