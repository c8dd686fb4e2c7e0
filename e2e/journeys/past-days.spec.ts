import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';

const test = testInOwnShop();

test('the owner moves through a day: the board, the register and who did what, as they were', async ({
  seat,
  apiUser,
}) => {
  const ana = await apiUser('ana');
  const first = await ana.takeOrder('Lucía');
  await ana.takeOrder('Ramiro');
  const { page } = await seat('ana', '1/config/index');
  await page.getByRole('link', { name: 'Repasar un día' }).click();
  await expect(page.getByRole('heading', { name: 'Repaso de un día' })).toBeVisible();
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(column('Pendientes')).toContainText('Lucía');
  await expect(column('Aceptados')).not.toContainText('Lucía');
  await expect(page.getByRole('list', { name: 'Qué pasó' })).toContainText('Ana tomó el pedido');

  // A day that goes on is read again whenever it is opened.
  expect((await ana.changeStatus(first, 'ACCEPTED')).status).toBe(200);
  await page.goBack();
  await page.getByRole('link', { name: 'Repasar un día' }).click();
  await expect(column('Aceptados')).toContainText('Lucía');
  await expect(page.getByRole('list', { name: 'Qué pasó' }).getByRole('listitem').first()).toContainText(
    'Ana aceptó el pedido',
  );
  // Back to before it was accepted, and on to after.
  await page.getByRole('button', { name: 'Cambio anterior' }).click();
  await page.getByRole('button', { name: 'Cambio anterior' }).click();
  await expect(column('Pendientes')).toContainText('Lucía');
  await expect(page.getByRole('list', { name: 'Qué pasó' })).not.toContainText('aceptó');
  await page.getByRole('button', { name: 'Cambio siguiente' }).click();
  await expect(column('Aceptados')).toContainText('Lucía');
  // The slider, by its keys: to the beginning of the day, when neither order was there. Others may be, from the day before.
  const slider = page.getByRole('slider', { name: 'Momento' });
  await slider.press('Home');
  await expect(page.getByRole('region', { name: 'Momento' })).toContainText('05:00 Hs');
  await expect(column('Aceptados')).not.toContainText('Lucía');
  await expect(column('Pendientes')).not.toContainText('Ramiro');
  await slider.press('End');
  await expect(column('Aceptados')).toContainText('Lucía');
  await checkEveryLook(page, 'past-day');

  await page.getByRole('button', { name: 'Día anterior' }).click();
  await expect(page).toHaveURL(/day=\d{4}-\d{2}-\d{2}$/);
  await page.getByLabel('Día', { exact: true }).fill('2999-01-01');
  await expect(page.getByText('Elegí un día hasta hoy.')).toBeVisible();
});

test('a past day needs the network and says so; it is not for an operator', async ({ seat }) => {
  const { page, context } = await seat('ana', '1/past', { width: 390, height: 844 });
  await expect(page.getByRole('slider', { name: 'Momento' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Día anterior' }).click();
  await expect(page.getByText('Necesitás conexión para repasar un día.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Necesitás conexión para repasar un día.')).toBeHidden();
  await expect(page.getByRole('slider', { name: 'Momento' }).or(page.getByText('Ese día no hubo'))).toBeVisible();
  const carla = await seat('carla', '1/past');
  await expect(carla.page).toHaveURL(/\/1\/home$/);
});
