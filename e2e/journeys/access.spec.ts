import type { Page } from '@playwright/test';
import { people } from '#e2e/api.ts';
import { holdNotices } from '#e2e/pages/alerts.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { checkEveryLook } from '#e2e/looks.ts';
import type { Newcomer } from '#e2e/pages/access.ts';
import {
  boxesOf,
  codeField,
  enter,
  lastCode,
  logOut,
  newcomer,
  signUpBehind,
  triesToLogIn,
  wrongFor,
} from '#e2e/pages/access.ts';
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
  // The address changes before the screen: a key pressed in between would be lost.
  await expect(codeField(page)).toBeFocused();
}

/** From another device, whether or not it is too soon: afterwards it is. */
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
  const who = newcomer();
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
    // The answer to the request is here: until then nothing that is typed is checked.
    await expect(page.getByRole('button', { name: /^Reenviar/ })).toBeVisible();
    await codeField(page).pressSequentially(code);
    await expect(page.getByText('Verificado', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Verificar teléfono' })).toHaveCount(0);
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
    await logOut(page);
  });

  await test.step('forget the password', async () => {
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(who.email);
    await page.getByRole('tab', { name: 'Por teléfono' }).click();
    await expect(page).toHaveURL(/\/user\/forgot\/phone$/);
    // A code went to this phone within the last minute, whatever the steps before took; the mailbox is free.
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

test('each wrong field of the sign-up says so, and the first one has the focus (A-04, A-05, A-07, A-08, A-09, A-10, A-12, A-13, E-08)', async ({
  seat,
}) => {
  const { page } = await seat(null, 'signin', phoneSize);
  const submit = page.getByRole('button', { name: 'Crear cuenta' });
  const phone = page.getByRole('textbox', { name: 'Teléfono' });
  await submit.click();
  await expect(page.locator('form').getByText('Este campo es obligatorio')).toHaveCount(4);
  await expect(page.getByLabel('Nombre y apellido')).toBeFocused();
  await page.getByLabel('Nombre y apellido').fill('Lucía \u200F👩‍🍳');
  await page.getByLabel('Correo electrónico').fill('LUCIA@');
  await page.getByLabel('Contraseña', { exact: true }).fill('corta');
  for (const [typed, sentence] of [
    ['abc', 'Debe ser numérico'],
    ['1123456789', 'Debe incluir el código de país, incluyendo el signo +'],
    ['+5411', 'Es demasiado corto'],
    ['+5411234567890123', 'Es demasiado largo'],
    ['+65999999999', 'Contiene una longitud inválida'],
    ['+540000000000', 'Es inválido'],
  ] as const) {
    await phone.fill(typed);
    await submit.click();
    await expect(page.locator('form').getByText(sentence)).toBeVisible();
  }
  await expect(page.locator('form').getByText('No es una dirección de correo electrónico válida')).toBeVisible();
  await expect(page.locator('form').getByText('Este campo debe tener al menos 8 caracteres')).toBeVisible();
  await expect(page.getByLabel('Correo electrónico')).toBeFocused();
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('LUCIA@');
});

test('a number is begun by its country and formats itself (A-06)', async ({ seat }) => {
  const { page } = await seat(null, 'signin');
  // Every country is offered: the numbering plans are here, without which nothing is formatted.
  await expect(page.getByLabel('Código de país').locator('option[value="UY"]')).toBeAttached();
  await page.getByLabel('Código de país').selectOption('PY');
  await expect(page.getByRole('textbox', { name: 'Teléfono' })).toHaveValue('+595 ');
  await page.getByLabel('Código de país').selectOption('AR');
  await page.getByLabel('Código de país').press('Tab');
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Teléfono' }).evaluate((e: HTMLInputElement) => e.selectionStart))
    .toBe(4);
  await page.keyboard.type('91123456789');
  await expect(page.getByRole('textbox', { name: 'Teléfono' })).toHaveValue('+54 9 11 2345 6789');
  await expect(page.getByLabel('Código de país')).toHaveValue('AR');
});

test('a taken address or phone is said at its field, and what was typed stays (A-14, E-04)', async ({ seat, shop }) => {
  const { page } = await seat(null, 'signin');
  const known = await signUpBehind(shop);
  const submit = page.getByRole('button', { name: 'Crear cuenta' });
  await fillSignUp(page, { ...newcomer(), email: `  ${known.email.toUpperCase()} ` });
  await submit.click();
  await expect(page.getByText('El correo electrónico ya está registrado.').first()).toBeVisible();
  await expect(page.getByLabel('Correo electrónico')).toBeFocused();
  await page.getByLabel('Correo electrónico').fill(newcomer().email);
  await page.getByRole('textbox', { name: 'Teléfono' }).fill(known.phone);
  await submit.click();
  await expect(page.getByText('El teléfono ya está registrado.').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Teléfono' })).toBeFocused();
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(known.password);
});

test('an answer that is lost on the way costs nobody their account, and two taps make one (A-14, F-40)', async ({
  seat,
}) => {
  const { page } = await seat(null, 'signin');
  const made: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/users')) made.push(response.status());
  });
  let lost = 0;
  await page.route('**/api/tokens', async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    return route.abort();
  });
  await fillSignUp(page, newcomer());
  await page.getByRole('button', { name: 'Crear cuenta' }).dblclick();
  await expect(page.getByText('Ocurrió un error con la petición.').first()).toBeVisible();
  expect(made).toEqual([201]);
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page).toHaveURL(/\/sellers\/$/);
});

test('other accounts are offered where the server knows them, never without a network (A-03, A-15, A-21)', async ({
  seat,
}) => {
  const { page, context } = await seat(null, 'login');
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Google|Facebook/ })).toHaveCount(0);
  await page.route('**/api/auth', (route) => route.fulfill({ json: { google: true, facebook: true, code_length: 4 } }));
  await page.reload();
  await expect(page.getByRole('link', { name: 'Continuar con Google' })).toHaveAttribute('href', '/api/auth/google');
  await expect(page.getByRole('link', { name: 'Continuar con Facebook' })).toHaveAttribute(
    'href',
    '/api/auth/facebook',
  );
  await page.getByRole('link', { name: 'Crear cuenta' }).click();
  await expect(page.getByRole('link', { name: 'Continuar con Google' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Necesitás conexión para crear tu cuenta')).toBeVisible();
  await expect(page.getByRole('link', { name: /Google|Facebook/ })).toHaveCount(0);
});

test('a social login is exchanged, and its token leaves the address at once (A-22)', async ({ seat, shop }) => {
  const { page } = await seat(null, 'login');
  const who = await signUpBehind(shop);
  const sent: unknown[] = [];
  await page.route('**/api/tokens/social/google', async (route) => {
    sent.push(route.request().postDataJSON());
    // What a provider would have proved.
    const answer = await route.fetch({
      url: `${shop.origin}/api/tokens`,
      postData: JSON.stringify({ email: who.email, password: who.password }),
    });
    expect(await page.evaluate(() => location.hash)).toBe('');
    await route.fulfill({ response: answer });
  });
  await page.goto(`${shop.url}social/google#access_token=once`);
  await expect(page).toHaveURL(/\/sellers\/$/);
  await expect(page.getByRole('heading', { name: who.fullname })).toBeVisible();
  expect(sent).toEqual([{ access_token: 'once' }]);
});

test('a social login that fails says why and leads to log in (A-23)', async ({ seat, shop }) => {
  const { page } = await seat(null, 'login');
  for (const [fragment, sentence] of [
    ['access_token=wrong', 'No se encontró la información que buscaba.'],
    ['error=denied', 'No diste permiso para ingresar con esa cuenta.'],
    ['error=email_taken', 'Ya hay una cuenta con ese correo.'],
    ['error=%3Cb%3E', 'No pudimos ingresar con esa cuenta.'],
    ['', 'No pudimos ingresar con esa cuenta.'],
  ] as const) {
    await page.goto(`${shop.url}social/google#${fragment}`);
    await expect(page).toHaveURL(/\/sellers\/login$/);
    await expect(page.getByText(sentence).first()).toBeVisible();
  }
});

test('who forgot it reads what is wrong with the target, and changing tabs keeps what was typed (A-25, A-26)', async ({
  seat,
}) => {
  const { page } = await seat(null, 'user/forgot/phone');
  const send = page.getByRole('button', { name: 'Enviar código' });
  for (const typed of ['', '123', 'abc', '😀']) {
    await page.getByRole('textbox', { name: 'Teléfono' }).fill(typed);
    await send.click();
    await expect(page.getByText('Teléfono inválido')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Teléfono' })).toBeFocused();
  }
  await page.getByRole('tab', { name: 'Por teléfono' }).press('ArrowRight');
  await expect(page).toHaveURL(/\/user\/forgot\/email$/);
  await expect(page.getByRole('tab', { name: 'Por correo' })).toBeFocused();
  await send.click();
  await expect(page.getByText('Este campo es obligatorio')).toBeVisible();
  await page.getByLabel('Correo electrónico').fill('ana@');
  await send.click();
  await expect(page.getByText('No es una dirección de correo electrónico válida')).toBeVisible();
  await page.getByRole('tab', { name: 'Por correo' }).press('ArrowLeft');
  await expect(page.getByRole('textbox', { name: 'Teléfono' })).toHaveValue('😀');
});

test('too many codes: the button waits as long as the server asks, and unknown addresses go on like known ones (A-27, E-03, N-05)', async ({
  seat,
  shop,
}) => {
  const { page } = await seat(null, 'user/forgot/email');
  await page.route('**/api/otp', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '40' },
      json: { code: 'too_many_requests', message: 'Demasiados intentos' },
    }),
  );
  await page.getByLabel('Correo electrónico').fill(people.ana);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Demasiados intentos, aguarde un momento y vuelva a intentar.').first()).toBeVisible();
  await expect(page.getByText(/Podés volver a intentar en \d+ s/)).toBeVisible();
  await page.unroute('**/api/otp');
  await askForCode(page, shop.url, newcomer().email);
  await expect(page.getByText(/le enviamos un código/)).toBeVisible();
});

test('the verification needs its three values (A-29)', async ({ seat, shop }) => {
  const { page } = await seat(null, 'login');
  const whole = { target_type: 'email', target: 'x@demo.marche', issued_for: 'recovery_access' };
  for (const missing of ['target_type', 'target', 'issued_for']) {
    const query = new URLSearchParams(Object.entries(whole).filter(([name]) => name !== missing));
    await page.goto(`${shop.url}user/forgot/verification?${query.toString()}`);
    await expect(page).toHaveURL(/\/user\/forgot\/(phone|email)$/);
  }
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
  await logOut(page);

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

test('three wrong tries end a code, and it says so (A-30, N-05, T4)', async ({ seat, shop }) => {
  const { page } = await seat(null, 'login');
  const who = await signUpBehind(shop);
  await askForCode(page, shop.url, who.email);
  const code = await lastCode(shop, who.email);
  for (const sentence of [/incorrecto/, /incorrecto/, /Este código ya no sirve/]) {
    const answered = page.waitForResponse(/\/api\/tokens\/otp$/);
    await codeField(page).pressSequentially(wrongFor(code));
    await answered;
    // The sentence of the try before stands there until this one's.
    await expect(codeField(page)).toHaveValue('');
    await expect(page.getByText(sentence).first()).toBeVisible();
  }
  await codeField(page).pressSequentially(code);
  await expect(page.getByText(/Este código ya no sirve/).first()).toBeVisible();
  await expect(page).toHaveURL(/verification/);
});

test('an expired code says so (A-33, N-05)', async ({ seat, shop }) => {
  const { page } = await seat(null, 'login');
  const who = await signUpBehind(shop);
  await askForCode(page, shop.url, who.email);
  await page.route('**/api/otp/*/status', (route) => route.fulfill({ json: { status: 'expired', expires_in: 0 } }));
  await codeField(page).pressSequentially(wrongFor(await lastCode(shop, who.email)));
  await expect(page.getByText('El código venció. Pedí uno nuevo.').first()).toBeVisible();
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

  // The server's word counts, not what the page remembers: four minutes more tell that it has come.
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

  await test.step('without an id it may be asked for at once', async () => {
    await page.unroute('**/api/otp');
    const stranger = new URLSearchParams({
      target_type: 'email',
      target: newcomer().email,
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
  // As it is written at home: Argentina is the default country.
  await page.getByRole('textbox', { name: 'Teléfono' }).fill('11 4555-0101');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sellers\/$/);
});

test('without a network the access screens say so and keep what was typed (A-24, A-30, E-01)', async ({
  seat,
  shop,
}) => {
  const { page, context } = await seat(null, 'login');
  const who = await signUpBehind(shop);
  await askForCode(page, shop.url, who.email);
  await page.keyboard.type('12');
  await context.setOffline(true);
  await expect(page.getByText('Necesitás conexión para verificar el código')).toBeVisible();
  await expect(boxesOf(page)).toHaveText(['1', '2', '', '']);
  await context.setOffline(false);
  await expect(page.getByText('Necesitás conexión para verificar el código')).toHaveCount(0);
  await page.getByRole('link', { name: 'Cambiar' }).click();
  await context.setOffline(true);
  await expect(page.getByText('Necesitás conexión para recibir un código')).toBeVisible();
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(who.email);
});

test('who is logged in is sent back from every access screen (F-19)', async ({ seat, shop }) => {
  const { page } = await seat(null, 'login');
  await enter(page, shop, await signUpBehind(shop));
  for (const path of [
    'signin',
    'user/forgot/phone',
    'user/forgot/email',
    'user/forgot/verification',
    'social/google',
  ]) {
    await page.goto(`${shop.url}${path}`);
    await expect(page).toHaveURL(/\/sellers\/$/);
  }
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
  await askForCode(page, shop.url, newcomer().email);
  await page.keyboard.type('0000');
  await expect(page.getByText('El código ingresado es incorrecto.').first()).toBeVisible();
  await checkEveryLook(page, 'verification');
});
