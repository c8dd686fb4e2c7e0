import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { boardReady, cardOf, heardOn, orderSignals, soundButton, spyOn } from '#e2e/pages/alerts.ts';
import { pressControl } from '#e2e/pages/control.ts';

// These journeys need the service worker.
test.use({ serviceWorkers: 'allow' });

const board = '1/orders/kanban';
/** The notices on screen; live regions repeat their text. */
const notices = (page: Page): Locator => page.locator('[data-toasts]');

test('never, once or always, per device, with a try and a volume (P-47, P-48, P-51, G6)', async ({ seat, apiUser }) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla');
  await spyOn(context);
  await page.goto(`${new URL(page.url()).origin}/sellers/${board}`);
  await boardReady(page);
  const stored = (): Promise<unknown> =>
    page.evaluate(() => JSON.parse(localStorage.getItem('marche:sound') ?? 'null')?.value?.mode);
  const choose = async (name: string): Promise<void> => {
    await soundButton(page).click();
    await page.getByRole('menuitemcheckbox', { name: new RegExp(`^${name}`) }).click();
  };
  await expect(soundButton(page)).toHaveAccessibleName('Sonido: una vez');
  await choose('Siempre');
  await expect(soundButton(page)).toHaveAccessibleName('Sonido: siempre');
  await expect.poll(stored).toBe('always');
  await choose('Nunca');
  await expect(soundButton(page)).toHaveAccessibleName('Sonido: nunca');
  await expect.poll(stored).toBeNull();
  const before = (await heardOn(page)).tones.length;
  const order = await ana.takeOrder(`Callado ${Date.now()}`);
  await expect(cardOf(page, order)).toBeVisible();
  expect((await heardOn(page)).tones).toHaveLength(before);
  await soundButton(page).click();
  await page.getByRole('menuitem', { name: 'Probar' }).click();
  await expect(notices(page).getByText('Así suena un pedido nuevo.')).toBeVisible();
  await expect.poll(async () => (await heardOn(page)).tones.slice(before)).toEqual([659, 988]);
  await page.reload();
  await expect(soundButton(page)).toHaveAccessibleName('Sonido: nunca');

  await page.goto(`${new URL(page.url()).origin}/sellers/1/config/index`);
  const card = page.getByRole('group', { name: 'Sonido de pedidos nuevos' });
  await expect(card.getByRole('radio')).toHaveCount(3);
  await expect(card.getByRole('radio', { name: /^Nunca/ })).toBeChecked();
  for (const [name, mode] of [
    [/^Siempre/, 'always'],
    [/^Una vez/, 'once'],
  ] as const) {
    await pressControl(card.getByRole('radio', { name }));
    await expect.poll(stored).toBe(mode);
  }
});

test('a locked sound says so until the first touch, and what waited is heard then (N-51)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla');
  await spyOn(context, 'locked');
  await page.goto(`${new URL(page.url()).origin}/sellers/${board}`);
  await boardReady(page);
  const strip = page.getByRole('button', { name: 'Tocá para activar el sonido' });
  await expect(strip).toBeVisible();
  const order = await ana.takeOrder(`Sin tocar ${Date.now()}`);
  await expect(cardOf(page, order)).toBeVisible();
  expect((await heardOn(page)).tones).toEqual([]);
  // The press already unlocks: the strip disappears before the release, so a normal click would fail.
  await strip.click({ force: true });
  await expect(strip).toHaveCount(0);
  await expect.poll(async () => orderSignals(await heardOn(page))).toBe(1);
});

test('a browser that refuses to play says so, and what to do', async ({ seat }) => {
  const { page, context } = await seat('carla');
  await spyOn(context, 'refused');
  await page.goto(`${new URL(page.url()).origin}/sellers/${board}`);
  await boardReady(page);
  await page.getByRole('heading', { name: 'Tablero de pedidos' }).click();
  const strip = page.getByRole('button', { name: 'Bloqueado por el navegador', exact: true });
  await expect(strip).toBeVisible();
  await strip.click();
  await expect(notices(page).getByText(/^El navegador no deja sonar esta página/)).toBeVisible();
});

test('an order that comes before this tab may ring, and no other rings, is heard as soon as it may (P-50)', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const { page, context } = await seat('carla');
  await spyOn(context);
  await context.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this`
    const request = LockManager.prototype.request;
    const given = new Promise((give) => Object.assign(window, { give }));
    LockManager.prototype.request = async function late(name: string, ...rest: unknown[]) {
      if (name.endsWith(' sound')) await given;
      return Reflect.apply(request, this, [name, ...rest]);
    };
  });
  await page.clock.install();
  await page.goto(`${new URL(page.url()).origin}/sellers/${board}`);
  await boardReady(page);
  const order = await ana.takeOrder(`Antes ${Date.now()}`);
  await expect(cardOf(page, order)).toBeVisible();
  await page.clock.fastForward(5_000);
  expect((await heardOn(page)).tones).toEqual([]);
  await page.evaluate(() => Reflect.get(window, 'give')());
  await expect.poll(async () => orderSignals(await heardOn(page))).toBe(1);
});
