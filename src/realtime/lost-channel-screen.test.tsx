import { it } from 'vitest';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

it('channels that could not be authorised are asked for again, also when a new token comes just then (R-10, R-20, R-29)', async () => {
  const { page } = await renderApp('1/home', { as: 'ana' });
  let asked = 0;
  page.route('/broadcasting/auth', (route) => {
    asked += 1;
    // The feed of the staff and that of the admins.
    if (asked > 2) return route.fetch();
    return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'No disponible.' } });
  });
  await page.goto('1/orders/kanban');
  await expect.poll(() => asked).toBe(2);
  // Of the page that has just been loaded.
  const { accessToken } = await import('#data/api/tokens.ts');
  const { renewToken } = await import('#data/session/session.ts');
  renewToken((await accessToken())?.generation ?? 0);
  await expect.poll(() => asked).toBe(4);
  const { uid } = await (await apiUserOf('ana')).takeOrder('Canal perdido');
  await expect(page.locator(`[data-card="${uid}"]`)).toBeVisible();
});
