import { describe, it, vi } from 'vitest';
import type { WireOrder } from '#contract/wire/orders.ts';
import { pursueDue } from '#server/modules/payments/charging.ts';
import { paymentSecret, sandboxOf } from '#server/testing/payments.ts';
import { cardDrawerOf, fillCard, testCard } from '#testing/card.ts';
import { OrderingScreen } from '#testing/ordering.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer({ paymentSecret });

/** A take-away order of $ 1.900,00 that is to be paid by this method. */
async function toFinish(page: Page, method: string, customer: string): Promise<OrderingScreen> {
  const order = new OrderingScreen(page);
  await order.start('Take away');
  await order.add('vaso de leche');
  await order.toCheckout();
  await page.getByLabel('Nombre', { exact: true }).fill(customer);
  await order.pay(method);
  return order;
}

const pay = (page: Page) => cardDrawerOf(page).getByRole('button', { name: 'Pagar $ 1.900,00' });

/** The server has an account at the provider. */
const withAccount = (page: Page): void =>
  page.route('/config', async (route) => {
    const config = await (await route.fetch()).json();
    return route.fulfill({ json: { ...config, payments: { ...config.payments, sandbox: false } } });
  });

/** The order of this customer, as another device reads it. */
const orderOf = async (customer: string): Promise<WireOrder | undefined> =>
  (await (await apiUserOf('ana')).orders()).body.find((o) => o.description === customer);

describe('the card drawer', () => {
  it('has number, code, expiry, holder and document (Y-20, Y-21, Y-22, Y-24, Y-25)', async () => {
    const { page } = await renderApp('/', { as: 'ana' });
    const order = await toFinish(page, 'Mercado Pago online', 'Campos');
    await order.button('Finalizar').click();
    const drawer = cardDrawerOf(page);
    await expect(drawer.getByText(/^Modo de prueba: no se cobra nada\./)).toBeVisible();
    const number = drawer.getByLabel('Número de tarjeta');
    await number.fill('4509953566233704');
    await expect(number).toHaveValue('4509 9535 6623 3704');
    await expect(drawer.getByText('Visa', { exact: true })).toBeVisible();
    await number.fill('45099535662337041');
    await expect(number).toHaveValue('4509 9535 6623 3704');
    const code = drawer.getByLabel('Código de seguridad');
    await code.fill('12345');
    await expect(code).toHaveValue('1234');
    const months = drawer.getByLabel('Vence: mes').locator('option:not([hidden])');
    await expect(months).toHaveText(Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(2, '0')));
    await expect(drawer.getByLabel('Vence: año').locator('option:not([hidden])')).toHaveCount(10);
    await expect(drawer.getByLabel('Nombre del titular')).toBeEditable();
    await expect(drawer.getByLabel('Documento', { exact: true }).locator('option').first()).toHaveText('Elegí');
    await expect(drawer.getByLabel('Número de documento')).toBeEditable();
  });

  it('says at each field what is missing, and closing forgets the card', async () => {
    const { page } = await renderApp('/', { as: 'ana' });
    const order = await toFinish(page, 'Mercado Pago online', 'Vacía');
    await order.button('Finalizar').click();
    const drawer = cardDrawerOf(page);
    await expect(drawer.getByText(/^Modo de prueba/)).toBeVisible();
    await pay(page).click();
    for (const words of [
      'Ingresá el número de tu tarjeta.',
      'Elegí el mes de vencimiento.',
      'Elegí el año de vencimiento.',
      'Ingresá el código de seguridad.',
      'Ingresá el nombre y apellido del titular.',
      'Ingresá tu tipo de documento.',
      'Ingresá tu documento.',
    ])
      await expect(drawer.getByText(words, { exact: true })).toBeVisible();
    await expect(drawer.getByLabel('Número de tarjeta')).toBeFocused();
    await drawer.getByLabel('Número de tarjeta').fill('4509953566233704');
    await expect(drawer.getByText('Ingresá el número de tu tarjeta.')).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Cancelar' }).click();
    await order.button('Finalizar').click();
    await expect(drawer.getByLabel('Número de tarjeta')).toHaveValue('');
    expect(page.sent().filter((call) => call === 'POST /store/1/orders')).toEqual([]);
  });

  it('the order is paid with a token: our server never hears the card, and nothing of it is kept (K-77)', async () => {
    const { page } = await renderApp('/', { as: 'ana' });
    const sent: unknown[] = [];
    page.route('/store/1/orders', async (route) => {
      if (route.method === 'POST') sent.push(await route.body());
      return route.fetch();
    });
    // The provider's first answer is lost: the payment is still in progress when the checkout ends.
    const { server } = screenServer();
    sandboxOf(server).faults.push({ kind: 'lost-answer' });
    const order = await toFinish(page, 'Mercado Pago online', 'Con tarjeta');
    await order.button('Finalizar').click();
    await fillCard(page);
    await pay(page).click();
    await expect(page).toHaveURL(/\/1\/paying\/order\/\d+$/);
    expect(sent).toMatchObject([
      {
        payments: [
          {
            method: 'mercadopago-online',
            amount: 1900,
            option: 'visa',
            gateway: expect.any(Number),
            installments: 1,
            last_four_digits: '3704',
            token: expect.stringMatching(/^sandbox-/),
          },
        ],
      },
    ]);
    const text = JSON.stringify(sent) + JSON.stringify(localStorage) + JSON.stringify(sessionStorage);
    for (const secret of ['4509953566233704', '4509 9535', testCard['Número de documento']])
      expect(text).not.toContain(secret);
    const statusLater = async () => {
      server.clock.jump(5_000);
      await pursueDue(server.deps);
      return (await orderOf('Con tarjeta'))?.status;
    };
    // The screen tells the end for three seconds.
    const told = expect(page.getByRole('heading', { name: 'Pago aprobado' })).toBeVisible();
    await Promise.all([told, expect.poll(statusLater).toBe('PENDING')]);
    expect(sandboxOf(server).orders.charged()).toHaveLength(1);
    expect(await orderOf('Con tarjeta')).toMatchObject({ status: 'PENDING', payments: [{ status: 'APPROVED' }] });
  });

  it('a lost answer: nobody charges again, and the same order is asked for until it answers', async () => {
    const { page } = await renderApp('/', { as: 'ana' });
    let tries = 0;
    page.route('/store/1/orders', async (route) => {
      if (route.method !== 'POST') return route.fetch();
      tries += 1;
      const answer = await route.fetch();
      return tries === 1 ? route.abort() : answer;
    });
    const order = await toFinish(page, 'Mercado Pago online', 'Perdida');
    await order.button('Finalizar').click();
    await fillCard(page);
    await pay(page).click();
    await expect(cardDrawerOf(page).getByText('Estamos verificando el pago. No cobres de nuevo.')).toBeVisible();
    await expect(page).toHaveURL(/\/1\/(paying\/order\/\d+|order\/\d+\/billing\/invoice)/);
    expect(tries).toBe(2);
    expect((await (await apiUserOf('ana')).orders()).body.filter((o) => o.description === 'Perdida')).toHaveLength(1);
  });

  it('a QR whose first answer is lost: the order is asked for again, and never waits on the device (Y-56)', async () => {
    const { page } = await renderApp('/', { as: 'ana' });
    const keys: (string | null)[] = [];
    page.route('/store/1/orders', async (route) => {
      if (route.method !== 'POST') return route.fetch();
      keys.push(route.headers.get('idempotency-key'));
      const answer = await route.fetch();
      return keys.length === 1 ? route.abort() : answer;
    });
    const order = await toFinish(page, 'Mercado Pago QR', 'QR perdido');
    await order.button('Finalizar').click();
    await expect(page).toHaveURL(/\/1\/paying\/order\/\d+/);
    await expect(page.getByText(/Se enviará al volver la conexión/)).toHaveCount(0);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect((await (await apiUserOf('ana')).orders()).body.filter((o) => o.description === 'QR perdido')).toHaveLength(
      1,
    );
  });

  it('a vendor whose script does not load is said, and stays so until «Reintentar» has it', async () => {
    const { page } = await renderApp('/', { as: 'ana' });
    withAccount(page);
    // The vendor's script is not loaded here: the test says how that ends.
    const scripts: unknown[] = [];
    vi.spyOn(document.head, 'append').mockImplementation((script) => void scripts.push(script));
    const end = (type: 'error' | 'load'): void => {
      const script = scripts.pop();
      if (script instanceof HTMLElement) script.dispatchEvent(new Event(type));
    };
    const order = await toFinish(page, 'Mercado Pago online', 'Sin vendedor');
    await order.button('Finalizar').click();
    const alert = cardDrawerOf(page).getByRole('alert');
    const again = alert.getByRole('button', { name: 'Reintentar' });
    await expect(cardDrawerOf(page)).toContainText('Conectando con Mercado Pago…');
    await expect.poll(() => scripts.length).toBe(1);
    end('error');
    await expect(alert).toContainText('No pudimos conectar con Mercado Pago.');
    await expect(cardDrawerOf(page)).not.toContainText('Conectando con Mercado Pago…');
    await again.click();
    await expect.poll(() => scripts.length).toBe(1);
    await expect(again).toHaveAttribute('aria-busy', 'true');
    vi.stubGlobal(
      'MercadoPago',
      class {
        getPaymentMethods = () => Promise.resolve({ results: [] });
      },
    );
    end('load');
    await expect(alert).toHaveCount(0);
    await expect(pay(page)).toBeEnabled();
  });

  it('a code that nobody knows is the general error of the card form (Y-28)', async () => {
    const { page } = await renderApp('/', { as: 'ana' });
    withAccount(page);
    vi.stubGlobal(
      'MercadoPago',
      class {
        getPaymentMethods = () => Promise.resolve({ results: [{ id: 'visa' }] });
        createCardToken = () => Promise.reject([{ code: 'E999' }]);
      },
    );
    const order = await toFinish(page, 'Mercado Pago online', 'Desconocido');
    await order.button('Finalizar').click();
    await fillCard(page);
    await pay(page).click();
    const words = 'Encontramos un error en los datos ingresados, por favor verifíquelos.';
    await expect(cardDrawerOf(page).getByText(words)).toBeVisible();
    expect(await orderOf('Desconocido')).toBeUndefined();
  });
});

describe('a payment by QR', () => {
  it('leads from the checkout to the paying screen (K-77)', async () => {
    const { page } = await renderApp('/', { as: 'ana' });
    const order = await toFinish(page, 'Mercado Pago QR', 'Con QR');
    await order.button('Finalizar').click();
    await expect(page).toHaveURL(/\/1\/paying\/order\/\d+$/);
    await expect(page.getByRole('img', { name: 'Código QR para pagar' })).toBeVisible();
    expect(await orderOf('Con QR')).toMatchObject({ status: 'PAYING' });
  });

  it('leads there from the catalog, too, where an order that a card pays is not finished (C-07, K-77)', async () => {
    const { page } = await renderApp('/', { as: 'ana' });
    const order = await toFinish(page, 'Mercado Pago online', 'Del catálogo');
    const back = page.getByRole('button', { name: 'Volver al catálogo' }).first();
    await back.click();
    await expect(order.cart.getByText('1 × Vaso de leche')).toBeVisible();
    await expect(order.search).toBeVisible();
    await expect(page.getByRole('button', { name: 'Finalizar' })).toHaveCount(0);
    await order.toCheckout();
    await order.pay('Mercado Pago QR');
    await back.click();
    await expect(order.search).toBeVisible();
    await order.button('Finalizar').click();
    await expect(page).toHaveURL(/\/1\/paying\/order\/\d+$/);
    expect(await orderOf('Del catálogo')).toMatchObject({ status: 'PAYING' });
  });

  it('needs a network: it never waits on the device', async () => {
    const { page, context } = await renderApp('/', { as: 'ana' });
    const order = await toFinish(page, 'Mercado Pago QR', 'Sin red');
    context.setOffline(true);
    await order.button('Finalizar').click();
    await expect(
      page.getByText('Necesitás conexión para cobrar en línea. Elegí otra forma de pago.').first(),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/cart\/checkout/);
  });
});
