import { it } from 'vitest';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

/** The server does what the first call asks for, and its answer is lost. Returns the keys of the calls. */
function loseAnswer(page: Page, path: RegExp): readonly (string | null)[] {
  const keys: (string | null)[] = [];
  page.route(path, async (route) => {
    if (route.method !== 'POST') return route.fetch();
    keys.push(route.headers.get('idempotency-key'));
    const answer = await route.fetch();
    return keys.length === 1 ? route.abort() : answer;
  });
  return keys;
}

it('an invoice and a credit note whose answers were lost are asked for again, and no error stands beside them', async () => {
  const { id } = await (await apiUserOf('ana')).takeOrder('Factura perdida');
  const { page } = await renderApp(`1/order/${id}/billing/invoice`, { as: 'ana' });
  const main = page.getByRole('main');
  const doubt = main.getByText(/^Se cortó la conexión\./);
  const invoices = loseAnswer(page, /\/billing\/invoice$/);
  await page.getByRole('button', { name: 'Facturar', exact: true }).click();
  await expect(page.getByText(/^Factura B emitida\.$/).first()).toBeVisible();
  await expect(doubt).toHaveCount(0);
  expect(invoices).toHaveLength(2);

  const notes = loseAnswer(page, /\/billing\/credit-?[a-z]*$/i);
  await page.getByRole('button', { name: 'Anular con nota de crédito' }).click();
  await page.getByRole('button', { name: 'Anular la factura' }).click();
  await expect(page.getByText('Anulada con nota de crédito')).toBeVisible();
  await expect.poll(() => notes.length).toBe(2);
  await expect(page.getByRole('button', { name: 'Facturar de nuevo' })).toBeVisible();
  await expect(doubt).toHaveCount(0);
  await expect(main.getByText('Ocurrió un error con la petición.')).toHaveCount(0);
  expect([new Set(invoices).size, new Set(notes).size]).toEqual([1, 1]);
});
