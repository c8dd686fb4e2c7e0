import type { Page } from '@playwright/test';
import { holdNotices } from '#e2e/pages/alerts.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import type { Newcomer } from '#e2e/newcomers.ts';
import { lastCode, newcomerForm, signUpBehind, triesToLogIn, wrongFor } from '#e2e/newcomers.ts';
import { boxesOf, codeField, logOutByMenu } from '#e2e/pages/access.ts';
import { inDatabase } from '#e2e/shop-database.ts';
import type { Shop } from '#e2e/shop.ts';

const phoneSize = { width: 390, height: 844 };

async function fillSignUp(page: Page, who: Newcomer): Promise<void> {
  await page.getByLabel('Nombre y apellido').fill(who.fullname);
  await page.getByLabel('Correo electrónico').fill(who.email);
  await page.getByRole('textbox', { name: 'Teléfono' }).fill(who.phone);
  await page.getByLabel('Contraseña', { exact: true }).fill(who.password);
}

async function askForCode(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}user/forgot/email`);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/verification/);
  // The URL changes before the screen: a key pressed in between would be lost.
  await expect(codeField(page)).toBeFocused();
}

/** Requests a code from another device, so that the next request comes too soon. */
async function asksForCodeElsewhere(shop: Shop, phone: string): Promise<void> {
  await fetch(`${shop.origin}/api/otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target_type: 'phone', target: phone, issued_for: 'recovery_access' }),
  });
}

test('sign up, verify the phone, accept the invitation, open the store, leave it, forget the password and get in again, on a phone (S-02, S-06, S-08, S-12, S-15, S-16, S-17, T-18, A-01, A-02, A-14, A-15, A-20, A-24, A-27, A-28, A-37, A-38, A-48, A-49, A-56, N-05, N-32)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat(null, 'login', phoneSize);
  const who = newcomerForm();
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(users|tokens|me)$/.test(pathname)) calls.push(`${request.method()} ${pathname.slice(4)}`);
  });

  await test.step('sign up, with Enter from field to field', async () => {
    await page.getByRole('link', { name: 'Crear cuenta' }).click();
    await expect(page).toHaveURL(/\/sellers\/signin$/);
    await fillSignUp(page, who);
    await page.getByLabel('Nombre y apellido').press('Enter');
    await expect(page.getByLabel('Correo electrónico')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Teléfono' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/sellers\/$/);
    await expect(page.getByRole('heading', { name: who.fullname })).toBeVisible();
    expect(calls.slice(0, 3)).toEqual(['POST /users', 'POST /tokens', 'GET /me']);
  });

  await test.step('verify the phone', async () => {
    await page.getByRole('button', { name: 'Usuario' }).click();
    await page.getByRole('button', { name: 'Editar perfil de usuario' }).click();
    await page.getByRole('button', { name: 'Verificar teléfono' }).click();
    const code = await lastCode(shop, who.phone);
    // Waits for the request's answer: before it, the form does not check typed codes.
    await expect(page.getByRole('button', { name: /^Reenviar/ })).toBeVisible();
    await codeField(page).pressSequentially(code);
    await expect(page.getByText('Verificado', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Verificar teléfono' })).toHaveCount(0);
  });

  await test.step('edit the profile and the notification preferences', async () => {
    await page.getByLabel('Nombre y apellido').fill('Lucía Gómez Paz');
    const mail = page.getByRole('switch', { name: /Correo electrónico/ });
    const before = await mail.isChecked();
    await mail.click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Guardamos tu perfil.').first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Nombre y apellido')).toHaveValue('Lucía Gómez Paz');
    await expect(mail).toBeChecked({ checked: !before });
  });

  await test.step('accept the invitation', async () => {
    await inDatabase(
      shop,
      `insert into invitations (store_id, user_id, role, created_at)
       select 1, id, 'manager', now() from users where email = '${who.email}'`,
    );
    await inDatabase(shop, `update stores set open = false where id = 1`);
    await page.goto(shop.url);
    await page.getByRole('button', { name: /Invitación pendiente\./ }).click();
    await page
      .getByRole('dialog', { name: 'Invitación a La Esquina' })
      .getByRole('button', { name: 'Aceptar' })
      .click();
    await expect(page.getByText('Invitación respondida correctamente.').first()).toBeVisible();
  });

  await test.step('open the store', async () => {
    const store = page.getByRole('button', { name: /^La Esquina Encargado/ });
    await expect(store).toContainText('Cerrada');
    await store.click();
    await expect(page).toHaveURL(`${shop.url}1/home`);
    await page.getByRole('button', { name: 'Estado de la tienda: Cerrada' }).click();
    await page.getByRole('switch', { name: 'Tienda abierta' }).click();
    await expect(page.getByText('Guardado').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Estado de la tienda: Abierta' })).toBeVisible();
  });

  await test.step('leave it', async () => {
    await page.getByRole('button', { name: 'Abrir menú: La Esquina, Abierta' }).click();
    await page.getByRole('button', { name: 'Usuario' }).click();
    await page.getByRole('button', { name: 'Mis tiendas' }).click();
    await page.getByRole('button', { name: 'Opciones de La Esquina' }).click();
    await page.getByRole('menuitem', { name: 'Dejar tienda' }).click();
    const question = page.getByRole('alertdialog', { name: '¿Dejar La Esquina?' });
    await question.getByRole('button', { name: 'Eliminar' }).click();
    await expect(
      page.getByText('Tu usuario fue correctamente eliminado de la tienda La Esquina.').first(),
    ).toBeVisible();
    await expect(page.getByText('No se encontraron tiendas.')).toBeVisible();
    await logOutByMenu(page);
  });

  await test.step('forget the password', async () => {
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(who.email);
    await page.getByRole('tab', { name: 'Por teléfono' }).click();
    await expect(page).toHaveURL(/\/user\/forgot\/phone$/);
    // A code went to this phone within the last minute, so it must wait; the mailbox has no such limit.
    await page.getByRole('textbox', { name: 'Teléfono' }).fill(who.phone);
    await asksForCodeElsewhere(shop, who.phone);
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await expect(page.getByText(/Podés volver a intentar en \d+ s/)).toBeVisible();
    await page.getByRole('tab', { name: 'Por correo' }).click();
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(who.email);
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await expect(page).toHaveURL(/\/user\/forgot\/verification/);
    const { searchParams } = new URL(page.url());
    expect([...searchParams.keys()].toSorted()).toEqual(['issued_for', 'target', 'target_type']);
    expect(searchParams.get('issued_for')).toBe('recovery_access');
    const code = await lastCode(shop, who.email);
    await holdNotices(page);
    await codeField(page).pressSequentially(code);
    await expect(page).toHaveURL(/\/sellers\/$/);
    await expect(page.getByText('Ya podés cambiar tu contraseña desde tu perfil.').first()).toBeVisible();
  });

  await test.step('choose another one', async () => {
    await page.getByRole('button', { name: 'Elegí una contraseña nueva' }).click();
    await expect(page).toHaveURL(/\/user\/settings\/password$/);
    await page.getByLabel('Contraseña', { exact: true }).fill('Ceibo20262026');
    await page.getByLabel('Confirmar contraseña').fill('Ceibo20262026');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText(/^Cambiamos tu contraseña/).first()).toBeVisible();
    expect(await triesToLogIn(shop, who.email, who.password)).toBe(401);
    expect(await triesToLogIn(shop, who.email, 'Ceibo20262026')).toBe(201);
  });
});

test('four boxes take digits only, go on and back by themselves, and take a pasted code whole (A-30, A-31, A-37, N-05)', async ({
  seat,
  shop,
}) => {
  const { page, context } = await seat(null, 'login', phoneSize);
  const who = await signUpBehind(shop);
  await askForCode(page, shop.url, who.email);
  const field = codeField(page);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(boxesOf(page)).toHaveCount(4);
  await page.keyboard.type('1a2b');
  await expect(boxesOf(page)).toHaveText(['1', '2', '', '']);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('3');
  await expect(boxesOf(page)).toHaveText(['1', '3', '', '']);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');

  const code = await lastCode(shop, who.email);
  await page.keyboard.type(wrongFor(code));
  await expect(page.getByText('El código ingresado es incorrecto.').first()).toBeVisible();
  await expect(boxesOf(page)).toHaveText(['', '', '', '']);
  await expect(field).toBeFocused();

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code.slice(0, 2)} ${code.slice(2)} `);
  await page.keyboard.press('Control+V');
  await expect(page).toHaveURL(/\/sellers\/$/);
  await logOutByMenu(page);

  await test.step('used twice, or for another target, it is wrong', async () => {
    const other = await signUpBehind(shop);
    await askForCode(page, shop.url, other.email);
    await codeField(page).pressSequentially(code === (await lastCode(shop, other.email)) ? wrongFor(code) : code);
    await expect(page.getByText('El código ingresado es incorrecto.').first()).toBeVisible();
    const again = new URLSearchParams({ target_type: 'email', target: who.email, issued_for: 'recovery_access' });
    await page.goto(`${shop.url}user/forgot/verification?${again.toString()}`);
    await codeField(page).pressSequentially(code);
    await expect(page.getByText('El código ingresado es incorrecto.').first()).toBeVisible();
  });
});

test('another code may be asked for at 0 only; a refused one leads back (A-34, A-35, A-36, N-05)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat(null, 'login');
  const who = await signUpBehind(shop);
  await page.clock.install();
  await askForCode(page, shop.url, who.email);
  await expect(page.getByRole('button', { name: /^Reenviar en (1:00|0:\d\d)$/ })).toBeDisabled();

  // The wait comes from the server, not from the page's memory: four minutes added to the answer must show.
  await page.route('**/api/otp/*/status', async (route) => {
    const { status, expires_in }: { status: string; expires_in: number } = await (await route.fetch()).json();
    await route.fulfill({ json: { status, expires_in: expires_in + 240 } });
  });
  await page.reload();
  await expect(page.getByRole('button', { name: /^Reenviar en [345]:\d\d$/ })).toBeDisabled();

  await page.clock.fastForward(301_000);
  const resend = page.getByRole('button', { name: 'Reenviar código' });
  await expect(resend).toBeEnabled();
  await page.route('**/api/otp', (route) => route.fulfill({ status: 500 }));
  await resend.click();
  await expect(page).toHaveURL(/\/user\/forgot\/email$/);
  await expect(
    page.getByText('No se pudo procesar su solicitud, por favor intente en unos momentos.').first(),
  ).toBeVisible();

  await test.step('by phone it leads back to the phone', async () => {
    const phone = new URLSearchParams({
      target_type: 'phone',
      target: '+5491145550199',
      issued_for: 'recovery_access',
    });
    await page.goto(`${shop.url}user/forgot/verification?${phone.toString()}`);
    await resend.click();
    await expect(page).toHaveURL(/\/user\/forgot\/phone$/);
  });

  await test.step('without an id it may be asked for at once', async () => {
    await page.unroute('**/api/otp');
    const stranger = new URLSearchParams({
      target_type: 'email',
      target: newcomerForm().email,
      issued_for: 'recovery_access',
    });
    await page.goto(`${shop.url}user/forgot/verification?${stranger.toString()}`);
    await expect(resend).toBeEnabled();
    await resend.click();
    await expect(page.getByText('Te enviamos otro código.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Reenviar en/ })).toBeDisabled();
  });
});

test('a device that reads the SMS fills the boxes by itself (A-25, A-32)', async ({ seat, shop }) => {
  const { page } = await seat(null, 'login', phoneSize);
  const ana = '+5491145550101';
  await page.exposeFunction('nextSms', () => lastCode(shop, ana));
  await page.addInitScript(() => {
    Object.defineProperty(window, 'OTPCredential', { value: () => {} });
    Object.defineProperty(navigator.credentials, 'get', {
      value: async () => ({ code: await Reflect.get(window, 'nextSms')() }),
    });
  });
  await page.goto(`${shop.url}user/forgot/phone`);
  // Written without a country code: Argentina is the default.
  await page.getByRole('textbox', { name: 'Teléfono' }).fill('11 4555-0101');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sellers\/$/);
});

test('the access screens at every size, light and dark: axe finds nothing (A-01, A-24, A-31)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat(null, 'login');
  await page.route('**/api/auth', (route) => route.fulfill({ json: { google: true, facebook: true, code_length: 4 } }));
  await page.goto(`${shop.url}signin`);
  await expect(page.getByRole('link', { name: 'Continuar con Google' })).toBeVisible();
  await checkEveryLook(page, 'signin');
  await page.getByRole('textbox', { name: 'Teléfono' }).fill('1123456789');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.locator('form').getByText('Este campo es obligatorio')).toHaveCount(3);
  await checkEveryLook(page, 'signin-wrong');
  await page.goto(`${shop.url}user/forgot/phone`);
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await expect(page.getByText('Teléfono inválido')).toBeVisible();
  await checkEveryLook(page, 'forgot');
  await askForCode(page, shop.url, newcomerForm().email);
  await page.keyboard.type('0000');
  await expect(page.getByText('El código ingresado es incorrecto.').first()).toBeVisible();
  await checkEveryLook(page, 'verification');
});
