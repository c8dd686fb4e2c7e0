import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { laEsquina, demoPeople } from '#e2e/api.ts';
import { chromiumFlags } from '#e2e/chromium-flags.ts';
import type { Shop } from '#e2e/shop.ts';
import type { Ledger } from './ledger.ts';
import type { DiskState, Report } from './recorder.ts';
import { readDisk, reportBinding, watchOutbox } from './recorder.ts';
import { ChaosTab } from './tab.ts';
import { attempt, within } from '#e2e/waiting.ts';

/** Only one window is active at a time; the other is paused until it is used again. */
const tabsEach = 2;
const openWithinMs = 20_000;

/**
 * A user's browser: a real profile on disk, which survives kills, with two windows that take the session from each
 * other.
 */
export class ChaosDevice {
  readonly person: keyof typeof demoPeople;
  readonly #shop: Pick<Shop, 'url'>;
  readonly #ledger: Ledger;
  readonly #profile: string;
  #context: BrowserContext | null = null;
  #processes: readonly number[] = [];
  #tabs: readonly ChaosTab[] = [];
  #inUse: Page | null = null;
  /** Uncaught errors of the app. */
  readonly complaints: string[] = [];
  logins = 0;
  /** While true, no actor kills this browser. */
  spared = false;

  constructor(person: keyof typeof demoPeople, shop: Pick<Shop, 'url'>, ledger: Ledger) {
    this.person = person;
    this.#shop = shop;
    this.#ledger = ledger;
    this.#profile = mkdtempSync(path.join(tmpdir(), `marche chaos ${person} `));
  }

  get isUp(): boolean {
    return this.#context !== null;
  }

  /** Empty while the browser is down. */
  get tabs(): readonly ChaosTab[] {
    return this.#tabs;
  }

  /** The tab that opened the board last. */
  get tabInUse(): ChaosTab | undefined {
    return this.#tabs.find(({ page }) => page === this.#inUse);
  }

  async open(): Promise<void> {
    const context = await launchProfile(this.#profile);
    context.setDefaultTimeout(8_000);
    await context.exposeBinding(reportBinding, (_source, report: Report) => this.#ledger.note(this.person, report));
    // tsx wraps functions in a helper `__name`, which a page lacks.
    await context.addInitScript('globalThis.__name ??= (value) => value;');
    await context.addInitScript(watchOutbox, reportBinding);
    this.#processes = await processesOf(context);
    this.#context = context;
    const [first = await context.newPage()] = context.pages();
    const others = await Promise.all(Array.from({ length: tabsEach - 1 }, () => context.newPage()));
    const tabs = await Promise.all(
      [first, ...others].map(async (page) => {
        page.on('pageerror', (error) => this.complaints.push(`${this.person}: ${error.message}`));
        return new ChaosTab(page, await context.newCDPSession(page), () => this.#toBoard(page));
      }),
    );
    this.#tabs = tabs;
    for (const tab of tabs) await tab.recover();
    // Reads the disk, because reports from just before a kill may be lost.
    const disk = await this.readDisk();
    if (disk) this.#ledger.noteDisk(this.person, disk);
  }

  /** Opens the board, logging in when the session did not survive. */
  async #toBoard(page: Page): Promise<void> {
    this.#inUse = page;
    await page.goto(`${this.#shop.url}${laEsquina}/orders/kanban`, { waitUntil: 'domcontentloaded' });
    const board = page.locator('[data-column]').first();
    const form = page.getByLabel('Correo electrónico');
    await board.or(form).waitFor({ timeout: openWithinMs });
    if (!(await form.isVisible())) return;
    this.logins += 1;
    await form.fill(demoPeople[this.person]);
    await page.getByLabel('Contraseña', { exact: true }).fill('marche2026');
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await page.getByRole('heading', { name: 'Tiendas' }).waitFor();
    await page.goto(`${this.#shop.url}${laEsquina}/orders/kanban`, { waitUntil: 'domcontentloaded' });
    await board.waitFor({ timeout: openWithinMs });
  }

  /**
   * A kill may lose the newest refresh cookie (Chromium writes cookies every 30 s), and the server treats the older one
   * as stolen: the app then asks for the password. Returns true when it did.
   */
  async logInAgain(): Promise<boolean> {
    const out = this.#tabs.filter(({ page }) => page.url().endsWith('/login'));
    for (const tab of out) await tab.recover();
    return out.length > 0;
  }

  /** Kills the browser like a power cut: no page, worker or database can react. */
  async kill(): Promise<void> {
    const context = this.#context;
    if (!context) return;
    this.#context = null;
    this.#tabs = [];
    await killContext(context, this.#processes);
  }

  /** Closes the browser normally, which writes cookies and records to disk. */
  async close(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    this.#tabs = [];
    await context?.close();
  }

  /** The contents of the disk; null when no tab can be asked. */
  async readDisk(): Promise<DiskState | null> {
    for (const { page, frozen } of this.#tabs) {
      if (frozen) continue;
      const disk = await attempt(within(3_000, page.evaluate(readDisk, laEsquina)));
      if (disk) return disk;
    }
    return null;
  }

  async dispose(): Promise<void> {
    await this.close();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Launches a tablet's browser on a persistent profile. */
export const launchProfile = (profile: string, offline = false): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    headless: true,
    args: [...chromiumFlags],
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    viewport: { width: 1024, height: 768 },
    offline,
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  });

/** Kills a browser and all its child processes. */
export async function killContext(context: BrowserContext, processes: readonly number[]): Promise<void> {
  const gone = new Promise<void>((resolve) => context.once('close', () => resolve()));
  for (const pid of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Killing its parent has already ended it.
    }
  }
  await gone;
}

/** The browser's process ids, its own first. */
export async function processesOf(context: BrowserContext): Promise<number[]> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('the browser does not tell its processes');
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pids = processInfo.toSorted((a, b) => Number(b.type === 'browser') - Number(a.type === 'browser'));
  return pids.map(({ id }) => id);
}
