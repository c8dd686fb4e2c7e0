import { beforeEach, it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const fede = `(select id from users where email = 'fede@demo.marche')`;
const diego = `(select id from users where email = 'diego@demo.marche')`;

/** Restores the seed: Fede is invited to La Esquina, Diego works there. */
beforeEach(async () => {
  const shop = screenServer();
  await inDatabase(shop, `delete from memberships where user_id = ${fede}`);
  await inDatabase(shop, `update invitations set answer = null where user_id = ${fede}`);
  await inDatabase(
    shop,
    `insert into memberships (store_id, user_id, role, owner, created_at)
     values (1, ${diego}, 'seller', false, now()) on conflict do nothing`,
  );
});

const invitation = (page: Page) => page.getByRole('button', { name: /Invitación pendiente\./ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Invitación a La Esquina' });
const storeButton = (page: Page, store: string) => page.getByRole('button', { name: new RegExp(`^${store}`) });

it('rejecting removes the invitation and gives nothing (S-07, S-08, S-09)', async () => {
  const { page } = await renderApp('/', { as: 'fede' });
  await invitation(page).click();
  await dialog(page).getByRole('button', { name: 'Rechazar' }).click();
  await expect(page.getByText('Invitación respondida correctamente.').first()).toBeVisible();
  await expect(invitation(page)).toHaveCount(0);
  await expect(page.getByText('No se encontraron tiendas.')).toBeVisible();
});

it('answered differently on another device: a sentence, and the list as it is now', async () => {
  const { page } = await renderApp('/', { as: 'fede' });
  await invitation(page).click();
  const other = await apiUserOf('fede');
  const { body } = await other.call<{ invitations: { id: number }[] }>('GET', '/stores');
  // The other device answers during this request: the list, refetched every 20 s, would otherwise close the dialog.
  page.route(/^\/invitation\/\d+\/answer$/, async (route) => {
    await other.call('PATCH', `/invitation/${body.invitations[0]?.id}/answer`, { answer: true });
    return route.fetch();
  });
  await dialog(page).getByRole('button', { name: 'Rechazar' }).click();
  await expect(page.getByText('La invitación ya fue respondida desde otro dispositivo.').first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(storeButton(page, 'La Esquina')).toBeVisible();
});

it('without a network an invitation waits, and without an answer it can be tried again (A7, E-01)', async () => {
  const { page, context } = await renderApp('/', { as: 'fede' });
  await invitation(page).click();
  context.setOffline(true);
  await expect(dialog(page).getByText('Necesitás conexión para responder.')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Aceptar' })).toBeDisabled();
  context.setOffline(false);
  page.route(/^\/invitation\/\d+\/answer$/, (route) => route.abort());
  await dialog(page).getByRole('button', { name: 'Aceptar' }).click();
  await expect(dialog(page).getByText('Ocurrió un error con la petición.')).toBeVisible();
  page.unroute(/^\/invitation\/\d+\/answer$/);
  await dialog(page).getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('Invitación respondida correctamente.').first()).toBeVisible();
});
