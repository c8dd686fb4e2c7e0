import { it } from 'vitest';
import { demoPeople } from '#e2e/api.ts';
import type { Newcomer } from '#e2e/newcomers.ts';
import { lastCode, newcomerForm, signUpBehind, wrongFor } from '#e2e/newcomers.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const codeField = (page: Page) => page.getByLabel('Código de 4 dígitos');
const boxesOf = (page: Page) => page.locator('[data-box]');

async function fillSignUp(page: Page, who: Newcomer): Promise<void> {
  await page.getByLabel('Nombre y apellido').fill(who.fullname);
  await page.getByLabel('Correo electrónico').fill(who.email);
  await page.getByRole('textbox', { name: 'Teléfono' }).fill(who.phone);
  await page.getByLabel('Contraseña', { exact: true }).fill(who.password);
}

async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto('user/forgot/email');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/verification/);
  await expect(codeField(page)).toBeFocused();
}

it('each wrong field of the sign-up says so, and the first one has the focus (A-04, A-05, A-07, A-08, A-09, A-10, A-12, A-13, E-08)', async () => {
  const { page } = await renderApp('/signin', { width: 390 });
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

it('a number is begun by its country and formats itself (A-06)', async () => {
  const { page } = await renderApp('/signin');
  // The option list contains every country only after the numbering plans have loaded. The test searches it by typing.
  const country = page.getByRole('combobox', { name: 'Código de país' });
  const choose = async (name: string): Promise<void> => {
    await country.click();
    await country.fill(name);
    await page.getByRole('option', { name }).click();
  };
  await expect(country).toHaveAttribute('aria-haspopup', 'listbox');
  await choose('+595 Paraguay');
  await expect(page.getByRole('textbox', { name: 'Teléfono' })).toHaveValue('+595 ');
  await choose('+54 Argentina');
  await country.press('Tab');
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Teléfono' }).evaluate((e) => (e as HTMLInputElement).selectionStart))
    .toBe(4);
  await page.keyboard.type('91123456789');
  await expect(page.getByRole('textbox', { name: 'Teléfono' })).toHaveValue('+54 9 11 2345 6789');
  await expect(country).toHaveValue('+54 Argentina');
});

it('a taken address or phone is said at its field, and what was typed stays (A-14, E-04)', async () => {
  const { page } = await renderApp('/signin');
  const known = await signUpBehind(screenServer());
  const submit = page.getByRole('button', { name: 'Crear cuenta' });
  await fillSignUp(page, { ...newcomerForm(), email: `  ${known.email.toUpperCase()} ` });
  await submit.click();
  await expect(page.getByText('El correo electrónico ya está registrado.').first()).toBeVisible();
  await expect(page.getByLabel('Correo electrónico')).toBeFocused();
  await page.getByLabel('Correo electrónico').fill(newcomerForm().email);
  await page.getByRole('textbox', { name: 'Teléfono' }).fill(known.phone);
  await submit.click();
  await expect(page.getByText('El teléfono ya está registrado.').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Teléfono' })).toBeFocused();
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(known.password);
});

it('an answer that is lost on the way costs nobody their account, and two taps make one (A-14, F-40)', async () => {
  const { page } = await renderApp('/signin');
  const made: number[] = [];
  page.route('/users', async (route) => {
    const answer = await route.fetch();
    made.push(answer.status);
    return answer;
  });
  let lost = 0;
  page.route('/tokens', async (route) => {
    lost += 1;
    if (lost > 1) return route.fetch();
    return route.abort();
  });
  await fillSignUp(page, newcomerForm());
  await page.getByRole('button', { name: 'Crear cuenta' }).dblclick();
  await expect(page.getByText('Ocurrió un error con la petición.').first()).toBeVisible();
  expect(made).toEqual([201]);
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page).toHaveURL(/\/sellers\/$/);
});

it('other accounts are offered where the server knows them, never without a network (A-03, A-15, A-21)', async () => {
  const { page, context } = await renderApp('/login');
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Google|Facebook/ })).toHaveCount(0);
  page.route('/auth', (route) => route.fulfill({ json: { google: true, facebook: true, code_length: 4 } }));
  await page.reload();
  await expect(page.getByRole('link', { name: 'Continuar con Google' })).toHaveAttribute('href', '/api/auth/google');
  await expect(page.getByRole('link', { name: 'Continuar con Facebook' })).toHaveAttribute(
    'href',
    '/api/auth/facebook',
  );
  await page.getByRole('link', { name: 'Crear cuenta' }).click();
  await expect(page).toHaveURL(/\/sellers\/signin$/);
  for (const [name, href] of [
    ['Continuar con Google', '/api/auth/google'],
    ['Continuar con Facebook', '/api/auth/facebook'],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', href);
  context.setOffline(true);
  await expect(page.getByText('Necesitás conexión para crear tu cuenta')).toBeVisible();
  await expect(page.getByRole('link', { name: /Google|Facebook/ })).toHaveCount(0);
});

it('a social login is exchanged, and its token leaves the address at once (A-22)', async () => {
  const { page } = await renderApp('/login');
  const who = await signUpBehind(screenServer());
  const sent: unknown[] = [];
  page.route('/tokens/social/google', async (route) => {
    sent.push(await route.body());
    expect(location.hash).toBe('');
    // Stands in for the provider's proof of identity: logs in with the password instead.
    return fetch(`${screenServer().origin}/api/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: who.email, password: who.password }),
    });
  });
  await page.goto('social/google#access_token=once');
  await expect(page).toHaveURL(/\/sellers\/$/);
  await expect(page.getByRole('heading', { name: who.fullname })).toBeVisible();
  expect(sent).toEqual([{ access_token: 'once' }]);
});

it('a social login that fails says why and leads to log in (A-23)', async () => {
  const { page } = await renderApp('/login');
  for (const [fragment, sentence] of [
    ['access_token=wrong', 'No se encontró la información que buscaba.'],
    ['error=%3Cb%3E', 'No pudimos ingresar con esa cuenta.'],
    ['error=denied', 'No diste permiso para ingresar con esa cuenta.'],
    ['', 'No pudimos ingresar con esa cuenta.'],
    ['error=email_taken', 'Ya hay una cuenta con ese correo.'],
  ] as const) {
    // Looks from the start: the notice goes after five seconds, and the page may take longer to load on a busy machine.
    await Promise.all([expect(page.getByText(sentence).first()).toBeVisible(), page.goto(`social/google#${fragment}`)]);
    await expect(page).toHaveURL(/\/sellers\/login$/);
  }
});

it('who forgot it reads what is wrong with the target, and changing tabs keeps what was typed (A-25, A-26)', async () => {
  const { page } = await renderApp('/user/forgot/phone');
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

it('too many codes: the button waits as long as the server asks, and unknown addresses go on like known ones (A-27, E-03, N-05)', async () => {
  const { page } = await renderApp('/user/forgot/email');
  page.route('/otp', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '40' },
      json: { code: 'too_many_requests', message: 'Demasiados intentos' },
    }),
  );
  await page.getByLabel('Correo electrónico').fill(demoPeople.ana);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Demasiados intentos, aguarde un momento y vuelva a intentar.').first()).toBeVisible();
  await expect(page.getByText(/Podés volver a intentar en \d+ s/)).toBeVisible();
  page.unroute('/otp');
  await askForCode(page, newcomerForm().email);
  await expect(page.getByText(/le enviamos un código/)).toBeVisible();
});

it('the verification needs its three values (A-29)', async () => {
  const { page } = await renderApp('/login');
  const whole = { target_type: 'email', target: 'x@demo.marche', issued_for: 'recovery_access' };
  for (const [missing, by] of [
    ['target_type', 'phone'],
    ['target', 'email'],
    ['issued_for', 'email'],
  ] as const) {
    const query = new URLSearchParams(Object.entries(whole).filter(([name]) => name !== missing));
    await page.goto(`user/forgot/verification?${query.toString()}`);
    await expect(page).toHaveURL(new RegExp(`/user/forgot/${by}$`));
  }
});

it('three wrong tries end a code, and it says so (A-30, N-05, T4)', async () => {
  const { page } = await renderApp('/login');
  const who = await signUpBehind(screenServer());
  await askForCode(page, who.email);
  const code = await lastCode(screenServer(), who.email);
  let answered = 0;
  page.route('/tokens/otp', async (route) => {
    const answer = await route.fetch();
    answered += 1;
    return answer;
  });
  for (const [tries, sentence] of [/incorrecto/, /incorrecto/, /Este código ya no sirve/].entries()) {
    await codeField(page).pressSequentially(wrongFor(code).slice(0, 3));
    await expect(boxesOf(page).nth(2)).toHaveText(/\d/);
    // Three digits are no code: nothing is sent before the fourth.
    expect(page.sent().filter((call) => call === 'POST /tokens/otp')).toHaveLength(tries);
    await codeField(page).pressSequentially(wrongFor(code).slice(3));
    await expect.poll(() => answered).toBe(tries + 1);
    // The message of the previous attempt stays visible until this attempt's answer.
    await expect(codeField(page)).toHaveValue('');
    await expect(page.getByText(sentence).first()).toBeVisible();
  }
  await codeField(page).pressSequentially(code);
  await expect(page.getByText(/Este código ya no sirve/).first()).toBeVisible();
  await expect(page).toHaveURL(/verification/);
});

it('an expired code says so (A-33, N-05)', async () => {
  const { page } = await renderApp('/login');
  const who = await signUpBehind(screenServer());
  await askForCode(page, who.email);
  page.route(/^\/otp\/[^/]+\/status$/, (route) => route.fulfill({ json: { status: 'expired', expires_in: 0 } }));
  await codeField(page).pressSequentially(wrongFor(await lastCode(screenServer(), who.email)));
  await expect(page.getByText('El código venció. Pedí uno nuevo.').first()).toBeVisible();
});

it('without a network the access screens say so and keep what was typed (A-24, A-30, E-01)', async () => {
  const { page, context } = await renderApp('/login');
  const who = await signUpBehind(screenServer());
  await askForCode(page, who.email);
  await page.keyboard.type('12');
  context.setOffline(true);
  await expect(page.getByText('Necesitás conexión para verificar el código')).toBeVisible();
  await expect(boxesOf(page)).toHaveText(['1', '2', '', '']);
  context.setOffline(false);
  await expect(page.getByText('Necesitás conexión para verificar el código')).toHaveCount(0);
  await page.getByRole('link', { name: 'Cambiar' }).click();
  context.setOffline(true);
  await expect(page.getByText('Necesitás conexión para recibir un código')).toBeVisible();
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(who.email);
});

it('who is logged in is sent back from every access screen (F-19)', async () => {
  const { page } = await renderApp('/', { as: await signUpBehind(screenServer()) });
  for (const path of [
    'signin',
    'user/forgot/phone',
    'user/forgot/email',
    'user/forgot/verification',
    'social/google',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/sellers\/$/);
  }
});
