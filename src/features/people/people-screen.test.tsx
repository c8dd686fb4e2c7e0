import { eq } from 'drizzle-orm';
import { beforeEach, describe, it } from 'vitest';
import { guessLimits } from '#server/db/schema/access.ts';
import { pins } from '#server/db/schema/pins.ts';
import { OrderingScreen } from '#testing/ordering.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();
beforeEach(async () => {
  const { direct } = screenServer().server.db;
  await direct.delete(pins);
  await direct.delete(guessLimits);
});

const setPin = async (who: 'ana' | 'bruno' | 'diego', pin: string): Promise<void> => {
  await (await apiUserOf(who)).call('PATCH', '/store/1/pins', { pin });
};

async function open(page: Page, entry: 'Cambiar de persona' | 'Mi PIN') {
  await page.getByRole('button', { name: 'Usuario' }).click();
  await page.getByRole('dialog', { name: 'Menú de usuario' }).getByRole('button', { name: entry }).click();
  return page.getByRole('dialog', { name: entry === 'Mi PIN' ? 'Mi PIN' : '¿Quién usa el dispositivo?' });
}

async function takeOver(page: Page, name: string, pin: string): Promise<void> {
  const dialog = await open(page, 'Cambiar de persona');
  await dialog.getByRole('radio', { name: new RegExp(`^${name}`) }).click();
  await dialog.getByLabel('PIN', { exact: true }).fill(pin);
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText(new RegExp(`^Ahora usa el dispositivo ${name}`)).first()).toBeVisible();
}

describe('«¿Quién usa el dispositivo?»', () => {
  it('a list that cannot be read says why, and is read again', async () => {
    await setPin('ana', '4821');
    await setPin('diego', '5930');
    const { page } = await renderApp('1/home', { as: 'ana' });
    let status = 500;
    page.route('/store/1/pins', async (route) =>
      status === 200 ? route.fetch() : route.fulfill({ status, json: { message: 'x', code: 'internal' } }),
    );
    const dialog = await open(page, 'Cambiar de persona');
    const again = dialog.getByRole('button', { name: 'Reintentar' });
    await expect(again).toBeVisible();
    status = 200;
    await again.click();
    // One person only: nobody has to choose.
    await expect(dialog.getByLabel('PIN', { exact: true })).toBeVisible();
  });

  it('a PIN that is too short or wrong is told at its field, which empties; after five wrong ones nobody may try', async () => {
    await setPin('ana', '4821');
    await setPin('diego', '5930');
    const { page } = await renderApp('1/home', { as: 'ana' });
    const dialog = await open(page, 'Cambiar de persona');
    const field = dialog.getByLabel('PIN', { exact: true });
    const enter = dialog.getByRole('button', { name: 'Entrar' });
    await field.fill('12');
    await enter.click();
    await expect(dialog.getByText('El PIN tiene de 4 a 6 números')).toBeVisible();
    for (const pin of ['1111', '2222', '3333', '4444', '5555']) {
      await field.fill(pin);
      await enter.click();
      await expect(dialog.getByText('El PIN ingresado es incorrecto.')).toBeVisible();
      await expect(field).toHaveValue('');
    }
    await field.fill('5930');
    await enter.click();
    await expect(dialog.getByText(/Demasiados intentos/)).toBeVisible();
    await expect(dialog).toBeVisible();
  });
});

describe('a PIN that ended while its person held the device', () => {
  /** Diego holds Ana's tablet and takes an order without a network; meanwhile a manager removes his PIN. */
  async function orderOfThePast() {
    await setPin('ana', '4821');
    await setPin('diego', '5930');
    const { page, context } = await renderApp('1/home', { as: 'ana' });
    await takeOver(page, 'Diego', '5930');
    const order = new OrderingScreen(page);
    await order.start('Take away');
    await order.add('vaso de leche');
    await order.toCheckout();
    await page.getByLabel('Nombre', { exact: true }).fill('Espera');
    await order.pay('Efectivo');
    context.setOffline(true);
    await order.button('Finalizar').click();
    await expect(page.getByRole('button', { name: /1 por enviar/ }).first()).toBeVisible();
    const diego = (await (await apiUserOf('diego')).call<{ readonly id: number }>('GET', '/me')).body.id;
    await (await apiUserOf('bruno')).call('DELETE', `/store/1/pins/${diego}`);
    context.setOffline(false);
    await expect(page.getByText(/Volvé a ingresar tu PIN\./).first()).toBeVisible();
    return page;
  }

  it('says what to do; the same person goes on with a new PIN, and what they did is sent as theirs', async () => {
    const page = await orderOfThePast();
    const dialog = await open(page, 'Cambiar de persona');
    await expect(dialog.getByText(/^El PIN de Diego .* fue borrado/)).toBeVisible();
    await expect(dialog.getByRole('radio', { name: /^Diego/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await setPin('diego', '7264');
    await takeOver(page, 'Diego', '7264');
    await page
      .getByRole('button', { name: /^Atención/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Aplicar igual' }).click();
    const sent = async () => (await (await apiUserOf('ana')).orders()).body.find((o) => o.description === 'Espera');
    await expect.poll(async () => (await sent())?.seller?.fullname).toMatch(/^Diego/);
  });
});

it('a device whose own person has lost their PIN tells whoever holds it the way back, also when nobody has one', async () => {
  await setPin('ana', '4821');
  await setPin('diego', '5930');
  const { page } = await renderApp('1/home', { as: 'ana' });
  await takeOver(page, 'Diego', '5930');
  const { direct } = screenServer().server.db;
  const way = /^Ana .* no tiene PIN\. Para volver a su usuario, cerrá la sesión/;
  await direct.delete(pins).where(eq(pins.user_id, 1));
  const dialog = await open(page, 'Cambiar de persona');
  await expect(dialog.getByText(way)).toBeVisible();
  await page.keyboard.press('Escape');
  await direct.delete(pins);
  await open(page, 'Cambiar de persona');
  await expect(dialog.getByText('Nadie más creó su PIN.')).toBeVisible();
  await expect(dialog.getByText(way)).toBeVisible();
  await expect(dialog.getByText(/^El PIN de Diego .* fue borrado/)).toBeVisible();
});

describe('«Mi PIN»', () => {
  it('whoever holds the device goes on with their new PIN', async () => {
    await setPin('ana', '4821');
    await setPin('diego', '5930');
    const { page } = await renderApp('1/home', { as: 'ana' });
    const person = await open(page, 'Cambiar de persona');
    await person.getByLabel('PIN', { exact: true }).fill('5930');
    await person.getByRole('button', { name: 'Entrar' }).click();
    await expect(person).toHaveCount(0);
    for (const pin of ['7264', '8352']) {
      const dialog = await open(page, 'Mi PIN');
      await dialog.getByLabel('PIN nuevo').fill(pin);
      await dialog.getByLabel('Repetí el PIN').fill(pin);
      await dialog.getByRole('button', { name: 'Guardar' }).click();
      await expect(dialog).toHaveCount(0);
    }
  });

  it('the two have to be equal; a refusal is told and what was typed stays', async () => {
    const { page } = await renderApp('1/home', { as: 'diego' });
    const dialog = await open(page, 'Mi PIN');
    await dialog.getByLabel('PIN nuevo').fill('4821');
    await dialog.getByLabel('Repetí el PIN').fill('4822');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByText('El valor debe ser igual al valor del campo PIN nuevo')).toBeVisible();
    page.route('/store/1/pins', async (route) =>
      route.method === 'GET'
        ? route.fetch()
        : route.fulfill({ status: 503, json: { message: 'No se puede ahora.', code: 'unavailable' } }),
    );
    await dialog.getByLabel('Repetí el PIN').fill('4821');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByText('No se puede ahora.')).toBeVisible();
    await expect(dialog.getByLabel('PIN nuevo')).toHaveValue('4821');
    // Who is no admin sees nobody else's PIN.
    await expect(dialog.getByText('PIN del equipo')).toHaveCount(0);
  });
});
