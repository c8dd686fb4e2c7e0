import { beforeEach, it } from 'vitest';
import { resetStatus, setHours } from '#e2e/pages/store-status.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();
beforeEach(() => resetStatus(screenServer()));

it.each([
  ['both', '', 1],
  ['neither', ', immediate_delivery = false, immediate_takeaway = false', 0],
])(
  'the picker offers what the store takes at once, take-away and delivery, and so does the menu: %s (H-43)',
  async (_, status, count) => {
    await setHours(screenServer(), 'always', status);
    const { page } = await renderApp('1/home', { as: 'diego' });
    // A paused service in the menu would lead to an order that cannot be finished (T-29).
    const rail = page.getByRole('navigation', { name: 'Principal' });
    await expect(rail.getByRole('button', { name: 'En el local' })).toBeVisible();
    for (const type of ['Take away', 'Delivery'])
      await expect(rail.getByRole('button', { name: type })).toHaveCount(count);
    await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
    const options = page.getByRole('dialog', { name: 'Cargar pedido' }).getByRole('list');
    await expect(options.getByRole('button', { name: /^En local/ })).toBeVisible();
    for (const type of ['Take away', 'Delivery'])
      await expect(options.getByRole('button', { name: type })).toHaveCount(count);
  },
);
