import { randomUUID } from 'node:crypto';
import { beforeEach, describe, it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import type { OutboxReport } from '#domain/outbox-balance.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const address = '1/cashbox/index';
const panel = (page: Page) => page.getByRole('dialog', { name: 'Cerrar caja' });
const devices = (page: Page) => panel(page).getByRole('region', { name: 'Equipos' });
const devicesCall = /\/cashbox\/\d+\/devices$/;

/** A device of Carla's that reports, but hears no question: its page is away. */
async function deviceOfCarla(id = randomUUID()) {
  const carla = await apiUserOf('carla');
  return {
    /** The server decides the command with this number. */
    send: (seq: number) =>
      carla.call(
        'POST',
        '/store/1/cashbox/flow',
        { type: 'cash_in', amount: 1 },
        { 'idempotency-key': randomUUID(), 'x-device': id, 'x-seq': String(seq) },
      ),
    report: (more: Partial<OutboxReport & { left: boolean }>) =>
      carla.call('POST', '/store/1/outbox', {
        id,
        minted: 0,
        since: 0,
        held: [],
        rejected: [],
        withdrawn: [],
        left: false,
        ...more,
      }),
  };
}

const openPanel = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('button', { name: 'Cerrar caja' }).click();
};

/** Sets the register up anew and opens it. */
async function openRegister(amount = 0, { blind }: { readonly blind: boolean } = { blind: false }): Promise<void> {
  await inDatabase(
    screenServer(),
    'truncate money_entries, outboxes, commands; delete from cashboxes; delete from cashbox_settings',
  );
  const ana = await apiUserOf('ana');
  await ana.call('POST', '/store/1/cashbox/config', { payouts: true, block: false, blind });
  await ana.call('POST', '/store/1/cashbox', { amount }, { 'idempotency-key': randomUUID() });
}

beforeEach(() => openRegister());

describe('what the devices have sent, while a close is open', () => {
  it('is one calm line when everything is confirmed and everybody has answered or left', async () => {
    const carla = await deviceOfCarla();
    for (const seq of [1, 2]) await carla.send(seq);
    await carla.report({ minted: 3, withdrawn: [3], left: true });
    const { page } = await renderApp(address, { as: 'ana' });
    await openPanel(page);
    await expect(devices(page)).toHaveText('Emitidos 2\u00A0· Confirmados 2\u00A0· Sin enviar 0');
    await panel(page).getByLabel('Saldo final').fill('2');
    await panel(page).getByRole('button', { name: 'Cerrar caja' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' }).click();
    const last = page.getByRole('dialog', { name: 'Última caja' });
    await expect(last).toContainText('Emitidos 2\u00A0· Confirmados 2\u00A0· Sin enviar 0');
  });

  it('names who holds something, and what is missing, and turns calm by itself; the close is not forbidden', async () => {
    const carla = await deviceOfCarla();
    await carla.send(1);
    await carla.send(3);
    await carla.report({ minted: 6, held: [4, 5], rejected: [6] });
    const { page } = await renderApp(address, { as: 'ana' });
    await openPanel(page);
    await expect(devices(page)).toContainText('Emitidos 6\u00A0· Confirmados 2\u00A0· Sin enviar 3\u00A0· Perdidos 1');
    await expect(devices(page)).toContainText(/Carla Domínguez.*3 sin enviar · 1 para revisar · /);
    await expect(devices(page)).toContainText(/No llegó el n\.º 2, entre las \d\d:\d\d Hs y las \d\d:\d\d Hs/);
    await panel(page).getByLabel('Saldo final').fill('2');
    await panel(page).getByRole('button', { name: 'Cerrar caja' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Falta Carla Domínguez');
    await expect(question).toContainText('Lo que llegue después entra en la próxima caja.');
    for (const seq of [2, 4, 5]) await carla.send(seq);
    await carla.report({ minted: 6, withdrawn: [6], left: true });
    // While it asks, the question follows what arrives.
    await expect(question.getByRole('button', { name: 'Confirmar' })).toBeVisible();
    await expect(question).not.toContainText('Carla Domínguez');
    await carla.report({ minted: 7, held: [7], left: true });
    await question.getByRole('button', { name: 'Cerrar igual' }).click();
    const last = page.getByRole('dialog', { name: 'Última caja' });
    await expect(last).toContainText('Emitidos 6\u00A0· Confirmados 5\u00A0· Sin enviar 1');
    await expect(last).toContainText('1 sin enviar · Última noticia');
  });

  it('names who has not answered, and since when', async () => {
    const carla = await deviceOfCarla();
    await carla.send(1);
    await carla.report({ minted: 1 });
    const { page } = await renderApp(address, { as: 'ana' });
    await openPanel(page);
    await expect(devices(page)).toContainText('Preguntando a los equipos…');
    await expect(devices(page)).toContainText(/Carla Domínguez.*Sin noticias desde \d\d:\d\d Hs/);
    await carla.report({ minted: 1 });
    await expect(devices(page)).toHaveText('Emitidos 1\u00A0· Confirmados 1\u00A0· Sin enviar 0');
  });

  it('a server that fails at every look is said without a break', async () => {
    const { page } = await renderApp(address, { as: 'ana' });
    let looks = 0;
    page.route(devicesCall, (route) => {
      looks += 1;
      return looks === 1 ? route.fulfill({ status: 422, json: { code: 'validation' } }) : new Promise(() => {});
    });
    await openPanel(page);
    const sentence = 'Revisá los datos ingresados.';
    await expect(devices(page)).toContainText(sentence);
    await expect.poll(() => looks).toBe(2);
    await expect(devices(page).getByRole('button', { name: 'Reintentar' })).toHaveAttribute('aria-busy', 'true');
    await expect(devices(page)).toContainText(sentence);
  });

  it('says what it cannot say: the server fails, the network is gone', async () => {
    const { page, context } = await renderApp(address, { as: 'ana' });
    page.route(devicesCall, (route) => route.fulfill({ status: 500, json: {} }));
    await openPanel(page);
    await expect(devices(page)).toContainText('No se pudo procesar su solicitud, por favor intente en unos momentos.');
    page.unroute(devicesCall);
    await devices(page).getByRole('button', { name: 'Reintentar' }).click();
    await expect(devices(page)).toHaveText('Emitidos 0\u00A0· Confirmados 0\u00A0· Sin enviar 0');
    context.setOffline(true);
    await expect(devices(page)).toContainText('Necesitás conexión para saber qué falta enviar.');
  });
});

it('this device answers, with what it has sent itself', async () => {
  const { page } = await renderApp(address, { as: 'ana' });
  await page.getByRole('main').getByRole('button', { name: 'Movimiento' }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrar movimiento de caja' });
  await dialog.getByLabel('Motivo').selectOption('change');
  await dialog.getByLabel('Monto').fill('5');
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect(dialog).toHaveCount(0);
  await openPanel(page);
  await expect(devices(page)).toHaveText('Emitidos 1\u00A0· Confirmados 1\u00A0· Sin enviar 0');
  expect(page.sent()).toContain('POST /store/1/outbox');
});

it('a blind close shows nothing expected until something was counted', async () => {
  await openRegister(2_345, { blind: true });
  const { page } = await renderApp(address, { as: 'ana' });
  await expect(page.getByRole('main')).toContainText('Se muestra después de contar.');
  await expect(page.getByRole('main').getByRole('button', { name: 'Reporte X' })).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Cerrar caja' }).click();
  await expect(panel(page)).not.toContainText('2.345,00');
  await panel(page).getByRole('button', { name: 'Contar billetes y monedas' }).click();
  await panel(page)
    .getByRole('button', { name: /Cantidad de \$\s2\.000/ })
    .last()
    .click();
  await expect(panel(page)).not.toContainText('345,00');
  await panel(page).getByRole('button', { name: 'Ver diferencia' }).click();
  await expect(panel(page)).toContainText('Faltan $\u00A0345,00');
  // Money comes meanwhile: the new difference is shown before anything is asked.
  const { send } = await deviceOfCarla();
  await send(1);
  await panel(page).getByRole('button', { name: 'Cerrar caja' }).click();
  await expect(panel(page)).toContainText('Faltan $\u00A0346,00');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await panel(page).getByLabel('Motivo de la diferencia').fill('Vuelto mal dado');
  await panel(page).getByRole('button', { name: 'Cerrar caja' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('dialog', { name: 'Última caja' })).toContainText('Vuelto mal dado');
});

it('a count of notes can be typed, and a wrong letter in it changes nothing', async () => {
  await openRegister(2_345);
  const { page } = await renderApp(address, { as: 'ana' });
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'Contar billetes y monedas' }).click();
  const notes = panel(page).getByRole('spinbutton', { name: /Cantidad de \$\s2\.000/ });
  await notes.fill('8x7');
  await expect(panel(page)).toContainText('174.000,00');
  await notes.press('ArrowUp');
  await expect(panel(page)).toContainText('176.000,00');
  await notes.fill('');
  await expect(panel(page)).toContainText('Contado$\u00A00,00');
});
