import { afterAll, beforeAll, beforeEach, describe, it, vi } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { type QzDouble, startQzDouble } from '#server/testing/qz-tray.ts';
import type { Page } from '#testing/page.ts';
import { qzSocket } from '#testing/qz-socket.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const config = '1/config/index';
const form = '1/config/printpoint/form';
const printers = ['Caja', 'Cocina ñandú "1"'];
let tray: QzDouble;
/** null: QZ Tray is not running. */
let running: QzDouble | null;

beforeAll(async () => {
  const trusted = () => [screenServer().server.deps.signer.certificate];
  tray = await startQzDouble({ trusted, printers });
});
afterAll(() => tray.close());

beforeEach(async () => {
  running = tray;
  tray.mood = 'ready';
  tray.printers = [...printers];
  tray.prints.length = 0;
  await inDatabase(screenServer(), 'delete from print_jobs; delete from print_points');
});

/** The app in a browser of a computer with this QZ Tray; `device`: the id of the browser. */
async function open(path: string, as: 'ana' | 'diego' = 'ana'): Promise<Page> {
  vi.stubGlobal(
    'WebSocket',
    qzSocket(() => running, WebSocket),
  );
  return (await renderApp(path, { as })).page;
}

const card = (page: Page) => page.getByRole('region', { name: 'Impresión' });
const row = (page: Page, name: string) => card(page).getByRole('listitem').filter({ hasText: name });

/** Makes the device on the page a print point. */
async function becomePoint(page: Page, name = 'Mostrador'): Promise<void> {
  await page.getByLabel('Nombre').fill(name);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page).toHaveURL(/\/config\/index$/);
}

/** Another computer's print point. `automatic`: a printer on which it prints by itself. */
const otherPoint = (types: string, automatic: string | null = null) =>
  inDatabase(
    screenServer(),
    `insert into print_points (store_id, name, shared, types, printers, device_id, created_at, automatic_since)
     values (1, 'Barra', true, '{${types}}', '{${automatic ?? ''}}', gen_random_uuid(), now(), ${automatic === null ? 'null' : 'now()'})`,
  );

describe('the settings of the point of sale', () => {
  it('open for an admin on standard, with heading and back link; the print point form too (P-01, P-04)', async () => {
    await inDatabase(screenServer(), `update stores set plan = 'standard' where id = 1`);
    const page = await open(config);
    await expect(page.getByRole('heading', { name: 'Configuraciones del punto de venta' })).toBeVisible();
    await page.goto(form);
    await expect(page.getByRole('heading', { name: 'Punto de impresión' })).toBeVisible();
    await page.getByRole('link', { name: 'Volver a la configuración' }).click();
    await expect(page).toHaveURL(/\/1\/config\/index$/);
    await page.getByRole('link', { name: 'Volver a la pantalla principal' }).click();
    await expect(page).toHaveURL(/\/1\/home/);
    await inDatabase(screenServer(), `update stores set plan = 'premium' where id = 1`);
  });

  it('a seller is led home, and has no entry of the menu (P-02, H-24)', async () => {
    const page = await open(config, 'diego');
    await expect(page).toHaveURL(/\/1\/home/);
    await expect(page.getByRole('link', { name: 'Configuración' })).toHaveCount(0);
    const admin = await open('1/home');
    await expect(admin.getByRole('link', { name: 'Configuración' }).first()).toBeVisible();
  });

  it('the free plan has no print points: its form leads home (P-03, H-11)', async () => {
    const page = await open('3/config/printpoint/form');
    await expect(page).toHaveURL(/\/3\/home/);
    await page.goto('3/config/index');
    await expect(page.getByRole('heading', { name: 'Este dispositivo' })).toBeVisible();
    await expect(card(page)).toHaveCount(0);
  });
});

describe('the print card', () => {
  it('has four rows, each not set, local or remote, with «Editar»; its button makes or changes the print point (P-05, P-06, P-07)', async () => {
    await otherPoint('summary');
    const page = await open(form);
    await expect(page.getByLabel('Nombre')).toBeVisible();
    await page.goto(config);
    for (const name of ['Comandas', 'Resumen de pedido', 'Facturación', 'Caja']) {
      await expect(row(page, name)).toContainText('Sin seleccionar');
      await expect(row(page, name).getByRole('button', { name: `Editar ${name}` })).toBeVisible();
    }
    await card(page).getByRole('button', { name: 'Crear punto de impresión' }).click();
    await becomePoint(page);
    await expect(card(page).getByRole('button', { name: 'Editar punto de impresión' })).toBeVisible();
    await page.getByRole('button', { name: 'Editar Comandas' }).click();
    await page.getByRole('radio', { name: /^Caja/ }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(row(page, 'Comandas')).toContainText('Impresión local');
    await expect(row(page, 'Comandas')).toContainText('Caja · a mano');
    await page.getByRole('button', { name: 'Editar Resumen de pedido' }).click();
    await page.getByRole('radio', { name: /^Barra/ }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(row(page, 'Resumen')).toContainText('Impresión remota');
    await page.reload();
    await expect(row(page, 'Resumen')).toContainText('Barra · a mano');
  });

  it('«Probar» prints a slip on the printer of the row, and says that it was sent; a failure names the printer (P-40)', async () => {
    const page = await open(form);
    await becomePoint(page);
    await page.getByRole('button', { name: 'Editar Caja' }).click();
    await page.getByRole('radio', { name: /^Cocina/ }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: 'Probar Caja' }).click();
    await expect(page.getByText('Enviada a la impresora «Cocina ñandú "1"».').first()).toBeVisible();
    expect(tray.prints.map((p) => p.printer)).toEqual(['Cocina ñandú "1"']);
    expect(['printers.find SHA512', 'print SHA512'].every((call) => tray.calls.includes(call))).toBe(true);
    tray.printers = ['Caja'];
    await page.getByRole('button', { name: 'Probar Caja' }).click();
    await expect(
      page
        .getByText('Error al imprimir en impresora "Cocina ñandú "1"", verifique la conexión de la impresora.')
        .first(),
    ).toBeVisible();
  });
});

describe('the modal of a row', () => {
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

  it('has its own title for each type, and «Eliminar», «Cancelar», «Guardar»; deleting empties the row (P-08, P-09)', async () => {
    const page = await open(form);
    await becomePoint(page);
    for (const [name, title] of [
      ['Comandas', 'Configuración de la comandera'],
      ['Resumen de pedido', 'Configuración del resumen de pedido'],
      ['Facturación', 'Configuración de facturación'],
      ['Caja', 'Configuración de caja'],
    ] as const) {
      await page.getByRole('button', { name: `Editar ${name}` }).click();
      for (const button of ['Eliminar', 'Guardar', 'Cancelar'])
        await expect(dialog(page, title).getByRole('button', { name: button })).toBeVisible();
      await dialog(page, title).getByRole('button', { name: 'Cancelar' }).click();
      await expect(dialog(page, title)).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'Editar Caja' }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Elegí una impresora.').first()).toBeVisible();
    await page.getByRole('radio', { name: /^Caja/ }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(row(page, 'Caja · ')).toContainText('Impresión local');
    await page.getByRole('button', { name: 'Editar Caja' }).click();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await expect(card(page)).not.toContainText('Impresión local');
  });

  it('lists this computer’s printers and the print points of others, with a link to the form (P-10, P-13)', async () => {
    await otherPoint('commander,rejected');
    const page = await open(form);
    await becomePoint(page);
    await page.getByRole('button', { name: 'Editar Comandas' }).click();
    const list = dialog(page, 'Configuración de la comandera');
    for (const printer of printers) await expect(list).toContainText(`${printer}Conectada a éste dispositivo`);
    await expect(list).toContainText('BarraPunto de impresión remoto');
    await list.getByRole('button', { name: 'Punto de impresión de este dispositivo' }).click();
    await expect(page).toHaveURL(/\/config\/printpoint\/form$/);
  });

  it('says that it is getting the printers while QZ Tray does not answer (P-12, P-16)', async () => {
    const page = await open(form);
    await becomePoint(page);
    tray.mood = 'mute';
    await page.goto(config);
    await expect(card(page).getByText('Conectando...')).toBeVisible();
    await page.getByRole('button', { name: 'Editar Caja' }).click();
    await expect(page.getByText('Obteniendo impresoras...')).toBeVisible();
  });

  it('print points that cannot be read are said, and read again; nobody is told that a print point is gone', async () => {
    await otherPoint('summary');
    const page = await open('1/home');
    let isBroken = true;
    page.route('/store/1/config/printpoint', (route) =>
      isBroken ? route.fulfill({ status: 422, json: { code: 'validation' } }) : route.fetch(),
    );
    const summary = { method: 'remote', value: 999, automatic: false, assemblies: {} };
    localStorage.setItem('marche:printers:1', JSON.stringify({ v: 1, value: { summary } }));
    await page.goto(config);
    await expect(row(page, 'Resumen')).toContainText('Impresión remotaa mano');
    await page.getByRole('button', { name: 'Editar Resumen de pedido' }).click();
    const list = dialog(page, 'Configuración del resumen de pedido');
    await expect(list.getByRole('alert')).toContainText('Revisá los datos ingresados.');
    await expect(list).not.toContainText('Obteniendo impresoras...');
    await expect(list).not.toContainText('No hay impresoras para elegir.');
    isBroken = false;
    await list.getByRole('button', { name: 'Reintentar' }).click();
    await expect(list).toContainText('BarraPunto de impresión remoto');
    await page.keyboard.press('Escape');
    await expect(row(page, 'Resumen')).toContainText('punto de impresión que ya no está · a mano');
  });

  it('each section of the kitchen may have its own printer, and only printers of this print point are signed', async () => {
    const page = await open(form);
    await becomePoint(page);
    await page.getByRole('button', { name: 'Editar Comandas' }).click();
    await page.getByRole('radio', { name: /^Caja/ }).click();
    await page.getByLabel('Horno').selectOption('Cocina ñandú "1"');
    await page.getByRole('switch', { name: /^Imprimir automáticamente/ }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(row(page, 'Comandas')).toContainText('Caja · automática');
    await page.getByRole('button', { name: 'Probar Comandas' }).click();
    await expect.poll(() => tray.prints.map((p) => p.printer)).toEqual(printers);
  });

  it('says when another print point prints comandas by itself on a printer of the same name', async () => {
    await otherPoint('commander,rejected', 'Caja');
    const page = await open(form);
    await becomePoint(page);
    await page.getByRole('button', { name: 'Editar Comandas' }).click();
    const twin = page.getByText(/^«Barra» también imprime comandas por sí solo en una impresora con este nombre\./);
    await page.getByRole('radio', { name: /^Caja/ }).click();
    await expect(twin).toHaveCount(0);
    await page.getByRole('switch', { name: /^Imprimir automáticamente/ }).click();
    await expect(twin).toBeVisible();
    await page.getByRole('radio', { name: /^Cocina/ }).click();
    await expect(twin).toHaveCount(0);
    await page.getByLabel('Horno').selectOption('Caja');
    await expect(twin).toBeVisible();
  });
});

describe('the print point form', () => {
  it('shows with QZ Tray connected; its name has 3 to 150 characters, what was typed stays (P-14, P-16)', async () => {
    const page = await open(form);
    await expect(page.getByLabel('Nombre')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'QZ Tray: Conectado' })).toBeVisible();
    for (const [name, sentence] of [
      ['', 'Este campo es obligatorio'],
      ['ab', 'Este campo debe tener al menos 3 caracteres'],
      ['x'.repeat(151), 'Este campo debe tener 150 caracteres como máximo'],
    ] as const) {
      await page.getByLabel('Nombre').fill(name);
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText(sentence).first()).toBeVisible();
      await expect(page.getByLabel('Nombre')).toHaveValue(name);
    }
    await page.getByRole('checkbox', { name: 'Comandas' }).click();
    await becomePoint(page, 'Cocina');
    await page.goto(form);
    await expect(page.getByLabel('Nombre')).toHaveValue('Cocina');
    await expect(page.getByRole('checkbox', { name: 'Comandas' })).toBeChecked();
  });

  it('without QZ Tray offers to reconnect and says how to get it; it comes when QZ Tray does (P-15, P-16)', async () => {
    running = null;
    const page = await open(form);
    await expect(page.getByText('No se pudo conectar con QZ Tray.')).toBeVisible();
    await expect(page.getByText('Desconectado', { exact: true })).toBeVisible();
    await expect(page.getByText('Para imprimir en este dispositivo descargá e iniciá QZ Tray.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Descargar QZ Tray' })).toBeVisible();
    await expect(page.getByLabel('Nombre')).toHaveCount(0);
    running = tray;
    await page.getByRole('button', { name: 'Volver a conectar' }).click();
    await expect(page.getByLabel('Nombre')).toBeVisible();
    tray.drop();
    await expect(page.getByText('Desconectado').first()).toBeVisible();
  });

  it('a person who refused the site in QZ Tray is told so', async () => {
    tray.mood = 'denied';
    const page = await open(form);
    await expect(page.getByText('QZ Tray rechazó la conexión. Abrí QZ Tray y permití este sitio.')).toBeVisible();
  });
});
