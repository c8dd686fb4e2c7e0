import { describe, it } from 'vitest';
import { demoPeople, password } from '#e2e/api.ts';
import { stubCamera } from '#testing/camera.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, useScreenServer } from '#testing/screen-server.ts';
import { openedTable, placeCode, useFreeTables } from '#testing/tables.ts';

const codeBaseUrl = 'https://qr.example/c/';
useScreenServer({ codeBaseUrl });
useFreeTables();

const qrOf = async (place: string): Promise<string> => `${codeBaseUrl}${(await placeCode(place)).code}`;

/** The camera, opened from a home that knows what QR codes begin with. */
async function openCamera(who: 'ana' | 'diego', options: Parameters<typeof stubCamera>[0] = {}) {
  const { page, context } = await renderApp('1/home', { as: who, width: 375 });
  await expect.poll(() => localStorage.getItem('marche:code-base')).toContain(codeBaseUrl);
  const camera = stubCamera(options);
  await page.goto('1/camera');
  await expect(page.getByRole('heading', { name: 'Escanear código' })).toBeVisible();
  return { page, context, camera };
}

describe('the camera', () => {
  it('fills the screen: a video, no menu, no top bar; it stops when it is left and while the page is hidden (G-54)', async () => {
    const { page, camera } = await openCamera('diego');
    await expect(page.getByText('Apuntá al QR de la mesa')).toBeVisible();
    await expect(page.getByLabel('Imagen de la cámara')).toHaveCount(1);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('banner')).toHaveCount(1);
    await expect.poll(() => camera.running()).toBe(1);
    expect(new Set(camera.asked)).toEqual(new Set(['environment']));
    camera.setVisible(false);
    expect(camera.running()).toBe(0);
    camera.setVisible(true);
    await expect.poll(() => camera.running()).toBe(1);
    await page.getByRole('button', { name: 'Cerrar' }).click();
    await expect(page).toHaveURL(/\/1\/home/);
    expect(camera.running()).toBe(0);
  });

  it('a wrong code says so and scanning goes on; a free table is opened, with a vibration (G-55, G-56)', async () => {
    const { page, camera } = await openCamera('diego');
    const { code, id } = await placeCode('Mesa 5');
    for (const wrong of ['hola', `https://otra.example/c/${code}`, `${codeBaseUrl}LE-NADA`]) {
      camera.show(wrong);
      await expect(page.getByText('Código inválido.')).toBeVisible();
    }
    expect(camera.vibrations()).toBe(0);
    camera.show(`${codeBaseUrl}${code}/?utm=qr`);
    await expect(page).toHaveURL(new RegExp(`/1/orderGroup/create\\?code_id=${id}`));
    await expect(page.getByRole('dialog', { name: 'Abrir Mesa 5' })).toBeVisible();
    expect([camera.vibrations(), camera.running()]).toEqual([1, 0]);
  });

  it('a page that nobody has touched yet opens the table without a vibration, which the browser would refuse (G-55)', async () => {
    const { page, camera } = await openCamera('diego', { touched: false });
    camera.show(await qrOf('Mesa 5'));
    await expect(page.getByRole('dialog', { name: 'Abrir Mesa 5' })).toBeVisible();
    expect(camera.vibrations()).toBe(0);
  });

  it('a bar place takes an order at once, an open table shows its detail to an admin, also without a network (G-24, G-26, G-56)', async () => {
    const seller = await openCamera('diego');
    seller.context.setOffline(true);
    seller.camera.show(await qrOf('Barra 2'));
    await expect(seller.page).toHaveURL(/\/1\/cart\/catalog/);
    await expect(seller.page.getByText('En Barra 2').first()).toBeVisible();

    await openedTable('Mesa 3');
    const admin = await openCamera('ana');
    admin.camera.show(await qrOf('Mesa 3'));
    await expect(admin.page.getByRole('dialog', { name: 'Detalle de Mesa 3' })).toBeVisible();
    await expect(admin.page).toHaveURL(/\/1\/codes\/index$/);
  });

  it('a code can be typed; a wrong one is said at the field (G-55, G-56)', async () => {
    const { page } = await openCamera('diego');
    await page.getByRole('button', { name: 'Ingresar código' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ingresar código' });
    await dialog.getByRole('textbox').fill('nada');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Código inválido.')).toBeVisible();
    await dialog.getByRole('textbox').fill((await placeCode('Barra 2')).code.toLowerCase());
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  });

  it('lamp and second camera have a button where the device has them', async () => {
    const plain = await openCamera('diego');
    await expect(plain.page.getByText('Apuntá al QR de la mesa')).toBeVisible();
    for (const name of ['Encender la linterna', 'Cambiar de cámara'])
      await expect(plain.page.getByRole('button', { name })).toHaveCount(0);
    const { page, camera } = await openCamera('diego', { cameras: ['rear', 'front'], lamp: true });
    await page.getByRole('button', { name: 'Encender la linterna' }).click();
    await page.getByRole('button', { name: 'Apagar la linterna' }).click();
    await page.getByRole('button', { name: 'Cambiar de cámara' }).click();
    await expect.poll(() => camera.asked.at(-1)).toBe('front');
    await expect(page.getByText('Apuntá al QR de la mesa')).toBeVisible();
    await page.getByRole('button', { name: 'Cambiar de cámara' }).click();
    await expect.poll(() => camera.asked.at(-1)).toBe('rear');
    expect([camera.lamp, camera.running()]).toEqual([[true, false], 1]);
  });

  it('an error is shown in its place, with a way out: another try, or the code by hand (G-57, G-58)', async () => {
    let error: string | null = 'NotAllowedError';
    const { page, camera } = await openCamera('diego', { error: () => error });
    const alert = page.getByRole('alert');
    await expect(alert.getByText('ERROR: Debes conceder los permisos necesarios.')).toBeVisible();
    error = 'AbortError';
    await alert.getByRole('button', { name: 'Reintentar' }).click();
    await expect(alert.getByText('No se pudo acceder a la cámara.')).toBeVisible();
    await alert.getByRole('button', { name: 'Ingresar código' }).click();
    await page.getByRole('dialog', { name: 'Ingresar código' }).getByRole('button', { name: 'Cancelar' }).click();
    error = null;
    await alert.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText('Apuntá al QR de la mesa')).toBeVisible();
    expect(camera.running()).toBe(1);
  });

  it('without cameras in the browser, and without https, it says so (G-63, G-64)', async () => {
    const { page } = await openCamera('diego');
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });
    await page.goto('1/camera');
    await expect(page.getByText('ERROR: El entorno no es compatible.')).toBeVisible();
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: false });
    await page.goto('1/camera');
    await expect(page.getByText('ERROR: El acceso a la cámara debe realizarse en un sitio seguro.')).toBeVisible();
  });
});

describe('the picker of a new order', () => {
  it.each([
    ['phone, with codes', '1/home?nuevo=true', 'diego', 375, 1, 1],
    ['wide, with codes', '1/home?nuevo=true', 'diego', 1280, 0, 1],
    ['phone, without codes', '5/home?nuevo=true', 'gabi', 375, 0, 0],
    ['wide, without codes', '5/home?nuevo=true', 'gabi', 1280, 0, 0],
  ] as const)(
    'leads to the camera on the phone, and to the codes: %s (H-39, H-41)',
    async (_, path, who, width, camera, codes) => {
      const { page } = await renderApp(path, { as: who, width });
      const picker = page.getByRole('dialog', { name: 'Cargar pedido' });
      await expect(picker.getByRole('button', { name: 'Cancelar' })).toBeVisible();
      await expect(picker.getByRole('button', { name: 'Escanear código' })).toHaveCount(camera);
      await expect(picker.getByRole('button', { name: 'Ver códigos' })).toHaveCount(codes);
    },
  );

  it('opens them', async () => {
    const { page } = await renderApp('1/home?nuevo=true', { as: 'diego', width: 375 });
    stubCamera();
    await page.getByRole('dialog').getByRole('button', { name: 'Escanear código' }).click();
    await expect(page).toHaveURL(/\/1\/camera$/);
    await page.goto('1/home?nuevo=true');
    await page.getByRole('dialog').getByRole('button', { name: 'Ver códigos' }).click();
    await expect(page).toHaveURL(/\/1\/codes\/index$/);
  });
});

describe('the address in a QR', () => {
  it('begins the flow of its code in the last used store, else in another one (G-56)', async () => {
    const { code, id } = await placeCode('Mesa 5');
    const { page } = await renderApp(`c/${code}`, { as: 'diego' });
    await expect(page).toHaveURL(new RegExp(`/1/orderGroup/create\\?code_id=${id}`));
    await page.goto('4/home');
    await expect(page).toHaveURL(/\/4\/home/);
    await page.goto(`c/${code}`);
    await expect(page).toHaveURL(new RegExp(`/1/orderGroup/create\\?code_id=${id}`));
  });

  it('a code of no store of the person says so over the list of stores (G-55)', async () => {
    const { page } = await renderApp('c/LE-NADA', { as: 'diego' });
    await expect(page.getByText('Código inválido.').first()).toBeVisible();
    await expect(page).toHaveURL(/\/sellers\/$/);
    const { code } = await placeCode('Mesa 5');
    const other = await renderApp(`c/${code}`, { as: 'gabi' });
    await expect(other.page.getByText('Código inválido.').first()).toBeVisible();
    await expect(other.page).toHaveURL(/\/sellers\/$/);
  });

  it('without a session it is for guests; «Soy del equipo» leads to the login, which goes on with it', async () => {
    const { code, id } = await placeCode('Mesa 5');
    const { page } = await renderApp(`c/${code}`);
    await page.getByRole('link', { name: 'Soy del equipo' }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('Correo electrónico').fill(demoPeople.diego);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await expect(page).toHaveURL(new RegExp(`/1/orderGroup/create\\?code_id=${id}`));
  });
});

it('«Imprimir etiquetas» has a label with QR and description for each code, and prints them (N-29)', async () => {
  const { page } = await renderApp('1/codes/index', { as: 'diego' });
  let printed = 0;
  Object.defineProperty(window, 'print', { configurable: true, value: () => (printed += 1) });
  const { body } = await (await apiUserOf('ana')).profile();
  await page.getByRole('button', { name: 'Imprimir etiquetas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Imprimir etiquetas' });
  await expect(dialog.getByRole('listitem')).toHaveCount(body.codes.length);
  await expect(dialog.getByRole('img', { name: 'QR de Mesa 5' })).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Imprimir' }).click();
  expect(printed).toBe(1);
});
