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
