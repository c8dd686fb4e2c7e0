import { it } from 'vitest';
import { guestRefusals } from '#texts/guests.ts';
import type { GuestSettings } from '#domain/store.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';
import { placeCode, useFreeTables } from '#testing/tables.ts';

useScreenServer();
useFreeTables();

const set = (what: string): Promise<unknown> => inDatabase(screenServer(), what);

/** What guests can do in the stores of these ids. */
const letIn = ({ guests, guest_orders, guest_units_max }: GuestSettings, ids = '1'): Promise<unknown> =>
  set(`update stores set guests = ${guests}, guest_orders = ${guest_orders}, guest_units_max = ${guest_units_max},
    facts_version = facts_version + 1 where id in (${ids})`);
const all: GuestSettings = { guests: true, guest_orders: true, guest_units_max: 20 };

async function atTable(place = 'Mesa 5', width = 1024): Promise<{ readonly page: Page; readonly code: string }> {
  const { code } = await placeCode(place);
  const { page } = await renderApp(`c/${code}`, { width });
  await expect(page.getByRole('heading', { name: 'Carta' })).toBeVisible();
  return { page, code };
}

const add = async (page: Page, name: string): Promise<void> => {
  await page.getByPlaceholder('Buscar...').fill(name);
  await page.keyboard.press('Enter');
};
const sent = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Enviar al mozo' }).first().click();
};

it('a code of two stores asks where the guest is; one of no store says so', async () => {
  await letIn(all, '1, 2');
  const { code } = await placeCode('Mesa 5');
  await set(`insert into codes (store_id, code, description, type, "group", "default")
    values (2, '${code}', 'Mesa de al lado', 'LOCAL', true, false)`);
  const { page } = await renderApp(`c/${code}`);
  await expect(page.getByRole('heading', { name: '¿En qué mesa estás?' })).toBeVisible();
  await page.getByRole('button', { name: /La Esquina/ }).click();
  await expect(page).toHaveURL(new RegExp(`/guest/1/${code}$`));
  await set(`delete from codes where store_id = 2 and code = '${code}'`);
  const { page: other } = await renderApp('c/LE-NADA');
  await expect(other.getByText('Escaneá el código que está en tu mesa.')).toBeVisible();
});

it("a signed-in person without a role in the code's store is a guest there", async () => {
  await letIn(all);
  const { code } = await placeCode('Mesa 5');
  const { page } = await renderApp(`c/${code}`, { as: 'gabi' });
  await expect(page).toHaveURL(new RegExp(`/guest/1/${code}$`));
  await expect(page.getByText('Soy del equipo')).toHaveCount(0);
});

it('the menu failed to load: why, and again; a store that lets no guests in any more says what to do', async () => {
  await letIn(all);
  const { code } = await placeCode('Mesa 5');
  const { page } = await renderApp('login');
  page.route(`/guest/stores/1/codes/${code}`, (route) =>
    route.fulfill({ status: 422, json: { code: 'service_unavailable', message: guestRefusals.switchedOff } }),
  );
  await page.goto(`guest/1/${code}`);
  await expect(page.getByText(guestRefusals.switchedOff)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();
});

it('an order whose answer was lost is asked for under the same key, also after a reload', async () => {
  await letIn(all);
  const { page } = await atTable();
  await add(page, 'papas fritas');
  const bodies: unknown[] = [];
  let lost = true;
  page.route('/guest/requests', async (route) => {
    bodies.push(await route.body());
    return lost ? route.abort() : route.fetch();
  });
  await sent(page);
  await expect(page.getByText(/^Se cortó la conexión\. Estamos preguntando/).first()).toBeVisible();
  lost = false;
  await page.reload();
  await expect(page.getByText('Esperando que el mozo lo confirme')).toBeVisible();
  expect(bodies.length).toBeGreaterThan(1);
  for (const body of bodies) expect(body).toEqual(bodies[0]);
  expect(localStorage.getItem('marche:guest-asking')).toBeNull();
  expect(page.getByText(/^1 × Papas fritas/).all()).toHaveLength(1);
});

it('an order that is sent while the visit still loads is shown at once', async () => {
  await letIn(all);
  const { code } = await placeCode('Mesa 6');
  const { page } = await renderApp('login');
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let loads = 0;
  page.route('/guest/visit', async (route) => {
    loads += 1;
    const isFirst = loads === 1;
    const answer = await route.fetch();
    if (isFirst) await held;
    return answer;
  });
  await page.goto(`guest/1/${code}`);
  await expect(page.getByRole('heading', { name: 'Carta' })).toBeVisible();
  await expect.poll(() => loads).toBe(1);
  await add(page, 'papas fritas');
  await sent(page);
  await expect(page.getByText('Esperando que el mozo lo confirme')).toBeVisible();
  release();
  expect(page.getByText(/^1 × Papas fritas/).all()).toHaveLength(1);
});

it('a request that waits can be withdrawn; what was chosen can be chosen again', async () => {
  await letIn(all);
  // A table of its own: the page of the test before may still ask for its answer.
  const { page } = await atTable('Mesa 6');
  await add(page, 'papas fritas');
  await sent(page);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('Cancelado')).toBeVisible();
  await page.getByRole('button', { name: 'Volver a elegirlo' }).click();
  await expect(page.getByRole('region', { name: 'Detalle del pedido' }).getByText('1 × Papas fritas')).toBeVisible();
});
