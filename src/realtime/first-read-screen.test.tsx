import { it } from 'vitest';
import { floorMapDrawing } from '#server/seed/floor-maps.ts';
import { askPanel, panelKey } from '#server/testing/panel.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer({ partnerPanelKey: panelKey });

it('what happens between the profile and the first read of the feed is not lost (R-10, R-29)', async () => {
  const { page } = await renderApp('stores', { as: 'diego' });
  let made: Promise<unknown> | null = null;
  page.route('/store/1/changes', async (route) => {
    made ??= askPanel(screenServer().server, 'PUT', 'maps', { name: 'Terraza', draw: floorMapDrawing('Terraza', []) });
    await made;
    return route.fetch();
  });
  await page.goto('1/maps/index');
  await expect(page.getByRole('button', { name: /^Terraza/ })).toBeVisible();
});

it('what was told just before the page was closed is read at the next start (R-07, R-10)', async () => {
  const { page } = await renderApp('1/maps/index', { as: 'diego' });
  await expect(page.getByRole('button', { name: /^Salón/ })).toBeVisible();
  const reads = (): number => page.sent().filter((call) => call === 'GET /store/1').length;
  await expect.poll(() => page.sent().includes('GET /store/1/changes')).toBe(true);
  const before = reads();
  page.route('/store/1', () => new Promise(() => {}));
  await askPanel(screenServer().server, 'PUT', 'maps', { name: 'Balcón', draw: floorMapDrawing('Balcón', []) });
  await expect.poll(reads).toBe(before + 1);
  // Its answer never comes: the page is gone.
  page.unroute('/store/1');
  await page.reload();
  await expect(page.getByRole('button', { name: /^Balcón/ })).toBeVisible();
});
