import type { CDPSession, Page } from '@playwright/test';
import { attempt, within } from '#e2e/waiting.ts';
import { pressControl } from '#e2e/pages/control.ts';

const nextSteps = ['Aceptar', 'Por entregar', 'Finalizar'];
const updateButton = 'Actualizar';
const patienceMs = 5_000;

/** Drives one tab and its network. Any call may fail at any moment: the browser can be killed during it. */
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

  /** Under this load the browser sometimes never answers. */
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

  /** `offline`: the device reports no network. `latencyMs`: delay of every answer. */
  async network({ offline = false, latencyMs = 0 }): Promise<void> {
    const still = { downloadThroughput: -1, uploadThroughput: -1 };
    await this.#send('Network.emulateNetworkConditions', { offline, latency: latencyMs, ...still });
  }

  /** While on, answers to writes are lost after the server has executed them. */
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
   * Freezes the tab: its scripts stop, its locks and connections stay. (`setWebLifecycleState` has no effect on a page
   * that the driver keeps focused.)
   */
  async freeze(): Promise<void> {
    this.frozen = true;
    await this.#send('Debugger.enable');
    await this.#send('Debugger.pause');
  }

  async thaw(): Promise<void> {
    // Disabling the debugger resumes the page.
    await this.#send('Debugger.disable');
    this.frozen = false;
  }

  /** Taps the next step of some visible cards; each `at` in [0, 1) selects one. Resolves to the number of taps. */
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

  /** Taps «Actualizar», if the app offers an update. */
  async update(): Promise<boolean> {
    if (!this.free) return false;
    const button = this.page.getByRole('button', { name: updateButton, exact: true });
    if (!(await within(1_000, button.isVisible()))) return false;
    // A background tab does not render, so a real click would wait forever.
    await button.dispatchEvent('click', undefined, { timeout: 1_000 });
    return true;
  }

  /** Checks for a new build now; the browser would do it at its next navigation. */
  lookForUpdate(): Promise<void> {
    return within(
      2_000,
      this.page.evaluate(async () => {
        const known = await navigator.serviceWorker.getRegistration();
        void known?.update().catch(() => undefined);
      }),
    );
  }

  /**
   * Takes a take-away order, paid in cash, through the real screens, then returns to the board. True when it was taken.
   */
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
    await pressControl(page.getByRole('radio', { name: /Efectivo/ }));
    await page.getByRole('button', { name: 'Finalizar' }).first().click();
    // The app waits up to 8 s for the server's answer, then continues without it.
    await page.waitForURL(/\/home|\/kanban|\/billing/, { timeout: 12_000 });
    if (page.url().includes('/billing/')) await page.getByRole('button', { name: 'Ahora no' }).click();
    await page.waitForURL(/\/home|\/kanban/);
  }
}
