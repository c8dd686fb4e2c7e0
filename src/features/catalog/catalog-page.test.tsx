import { fireEvent } from '@testing-library/dom';
import { it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import type { Locator } from '#testing/locator.ts';
import { OrderingScreen } from '#testing/ordering.ts';
import type { Page } from '#testing/page.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const inOrder = (page: Page, name: string, count: number): Locator =>
  page.getByRole('article', { name: `${name}, ${count} en el pedido`, exact: true });

/** Starts an order at the counter: the picker's first option. */
async function startLocal(): Promise<OrderingScreen> {
  const { page } = await renderApp('/', { as: 'ana' });
  const order = new OrderingScreen(page);
  await order.start(/^En local: /);
  return order;
}

it('the picker offers what the store takes now, also by keyboard (C-51, H-34, H-35, H-36, H-38, H-42, K-04)', async () => {
  const { page } = await renderApp('1/home', { as: 'ana' });
  const order = new OrderingScreen(page);
  const picker = page.getByRole('dialog', { name: 'Cargar pedido' });
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await expect(picker.getByText('Seleccioná el tipo de pedido')).toBeVisible();
  await picker.getByRole('button', { name: 'Cancelar' }).click();
  await expect(picker).toHaveCount(0);
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  const { codes } = (await (await apiUserOf('ana')).profile()).body;
  const place = codes.find((code) => code.default) ?? codes.find((code) => !code.group);
  await expect(picker.getByRole('button', { name: `En local: ${place?.description}`, exact: true })).toBeVisible();
  await picker.getByRole('button', { name: 'Más opciones' }).click();
  await expect(picker.getByRole('button', { name: 'En el local', exact: true })).toBeVisible();
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/\/1\/cart\/catalog/);
  await page.goto('1/home');
  await page.getByRole('button', { name: 'Nuevo pedido' }).first().click();
  await expect(picker).toBeVisible();
  await page.keyboard.press('a');
  await expect(order.cart.getByText('Take away')).toBeVisible();
});

it('the search works from the keyboard (C-08, C-09, C-10, C-11, C-12, C-15, C-16, C-17, C-18)', async () => {
  const { page, search } = await startLocal();
  for (const modifier of ['ctrlKey', 'metaKey']) {
    (document.activeElement as HTMLElement).blur();
    // False: the browser's own find is prevented.
    expect(fireEvent.keyDown(document.body, { key: 'f', [modifier]: true })).toBe(false);
    await expect(search).toBeFocused();
  }
  await search.fill('LECHE vaso');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(inOrder(page, 'Vaso de leche', 1)).toBeVisible();
  await page.keyboard.press('PageUp');
  await expect(inOrder(page, 'Vaso de leche', 2)).toBeVisible();
  for (const left of [1, 0, 0]) {
    await page.keyboard.press('PageDown');
    await expect(inOrder(page, 'Vaso de leche', left)).toHaveCount(left === 0 ? 0 : 1);
  }
  await expect(page.getByRole('article', { name: 'Vaso de leche', exact: true })).toBeVisible();
  // Of several results the first one counts, and they are sorted by name.
  await search.fill('frutas');
  await expect(page.getByRole('article').first()).toHaveAttribute('aria-label', 'Ensalada de frutas');
  for (const key of ['Enter', 'PageUp', 'PageDown']) await page.keyboard.press(key);
  await expect(inOrder(page, 'Ensalada de frutas', 1)).toBeVisible();
  await expect(page.getByRole('article').nth(1)).toHaveAttribute('aria-label', 'Yogur con granola y frutas');
  await search.fill('zzzz');
  await expect(page.getByText('No se encontraron resultados.').first()).toBeVisible();
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await expect(page.getByRole('article').nth(1)).toBeVisible();
});

it('Esc closes the search from a card too, and the whole list is back (C-10)', async () => {
  const { page, search } = await startLocal();
  await search.fill('vaso de leche');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Agregar Vaso de leche' }).click();
  await expect(inOrder(page, 'Vaso de leche', 1)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(search).not.toBeFocused();
  await expect(page.getByRole('article').nth(1)).toBeVisible();
});

it('a tap on the picture adds one and the card counts, also when options may be chosen; at 0 it is a picture again (C-23, C-24)', async () => {
  const { page, search } = await startLocal();
  await search.fill('papas');
  const item = 'Papas fritas';
  const card = page.getByRole('article', { name: item }).first();
  const more = card.getByRole('button', { name: `Agregar ${item}` });
  const less = card.getByRole('button', { name: `Quitar uno de ${item}` });
  await expect(more.locator('img, [aria-hidden]')).toHaveCount(1);
  for (const units of [1, 2]) {
    await more.click();
    await expect(inOrder(page, item, units)).toBeVisible();
    await expect(card.locator('b')).toHaveText(String(units));
    await expect(more).toBeVisible();
    await expect(less).toBeVisible();
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await less.click();
  await less.click();
  await expect(less).toHaveCount(0);
  await expect(more.locator('img, [aria-hidden]')).toHaveCount(1);
  await expect(page.getByRole('article', { name: item, exact: true })).toBeVisible();
});

it('a scanner is heard anywhere on the page (C-11)', async () => {
  const { page, search } = await startLocal();
  for (const key of [...Array.from('vaso de leche'), 'Enter']) fireEvent.keyDown(document.body, { key });
  await expect(search).toHaveValue('vaso de leche');
  await expect(inOrder(page, 'Vaso de leche', 1)).toBeVisible();
});

it('a discounted product shows its price, its badge and what the badge means (C-20, C-22, C-27, M-12, M-13)', async () => {
  const { page, search } = await startLocal();
  await search.fill('ensalada cesar');
  const card = page.getByRole('article', { name: 'Ensalada César' });
  await expect(card.getByRole('button', { name: 'Agregar Ensalada César' }).locator('img')).toHaveCount(1);
  for (const text of ['Con pollo grillado.', '10% OFF', '$ 10.710,00'])
    await expect(card.getByText(text).first()).toBeVisible();
  await card.getByRole('button', { name: 'Ensalada César', exact: true }).click();
  const detail = page.getByRole('dialog', { name: 'Ensalada César' });
  await expect(detail.getByText('$ 10.710,00').first()).toBeVisible();
  await expect(detail.locator('s')).toHaveText('$ 11.900,00');
  await detail.getByRole('button', { name: /^10% OFF/ }).click();
  await expect(detail.getByText('De Lunes a Domingo')).toBeVisible();
  await expect(detail.getByText('Sin fecha de caducidad')).toBeVisible();
  await expect(detail.locator('img')).toHaveCount(1);
});

it('prices that changed meanwhile: nothing is lost and the reason stands on top (N-15)', async () => {
  const order = await startLocal();
  const { page } = order;
  await order.add('vaso de leche');
  await order.toCheckout();
  await page.getByLabel('Comentarios').fill('Tibio');
  page.route('/store/1/orders', async (route) => {
    if (route.method !== 'POST') return route.fetch();
    const body = await route.body();
    return route.fetch({ ...(body as object), total: 1 });
  });
  await order.button('Finalizar').click();
  await expect(page.getByRole('main').getByText('Los precios cambiaron, revisá el pedido.')).toBeVisible();
  await expect(page.getByLabel('Comentarios')).toHaveValue('Tibio');
  await expect(order.cart.getByText('1 × Vaso de leche')).toBeVisible();
});

it('the clarification of a product keeps 100 characters (K-68, C-28)', async () => {
  const { page, search } = await startLocal();
  await search.fill('vaso de leche');
  await page.getByRole('article').getByRole('button', { name: 'Vaso de leche', exact: true }).click();
  const detail = page.getByRole('dialog', { name: 'Vaso de leche' });
  const field = detail.getByRole('textbox');
  await expect(field).toHaveAttribute('maxlength', '100');
  await field.fill('a'.repeat(99));
  await field.press('End');
  await page.keyboard.type('bcd');
  await expect(field).toHaveValue(`${'a'.repeat(99)}b`);
  await detail.getByRole('button', { name: /^Agregar/ }).click();
  await expect(page.getByText(`${'a'.repeat(99)}b`).first()).toBeVisible();
});

it('the detail of a discounted product has every part (C-27)', async () => {
  await inDatabase(
    screenServer(),
    `update items set description = 'Tostado en casa.' where store_id = 1 and name = 'Café espresso';
     insert into discounts (store_id, name, catalogs, type, value, target)
     select 1, 'Café', '{LOCAL,ONLINE}', 'PERCENTAGE', 20, array[id] from items
      where store_id = 1 and name = 'Café espresso'`,
  );
  const { page, search } = await startLocal();
  await search.fill('cafe espresso');
  await page.getByRole('article').getByRole('button', { name: 'Café espresso', exact: true }).click();
  const detail = page.getByRole('dialog', { name: 'Café espresso' });
  for (const text of ['20% OFF', 'Tostado en casa.']) await expect(detail.getByText(text).first()).toBeVisible();
  const amountOf = (text: string | null): number => Number((text ?? '').replaceAll(/[^\d,]/g, '').replace(',', '.'));
  const before = amountOf(await detail.locator('s').evaluate((old) => old.textContent));
  const amounts = await detail.evaluate((box) => box.textContent.match(/\$\s[\d.]+,\d\d/g) ?? []);
  for (const amount of [before, before * 0.8]) expect(amounts.map(amountOf)).toContain(amount);
  await expect(detail.locator('img')).toHaveCount(1);
  for (const group of ['Tamaño', 'Endulzante']) await expect(detail.getByRole('group', { name: group })).toBeVisible();
  await expect(detail.getByRole('textbox', { name: /Aclaraciones/ })).toBeVisible();
  await expect(detail.getByRole('spinbutton', { name: 'Cantidad' })).toHaveAttribute('aria-valuenow', '1');
  await expect(detail.getByRole('button', { name: /^Agregar/ })).toBeVisible();
});

it('the header of the catalog has its title, the subtotal and the count of products (C-02, C-03)', async () => {
  const order = await startLocal();
  await expect(order.page.getByRole('heading', { name: 'Catálogo', exact: true })).toBeVisible();
  const figures = (words: RegExp): Locator => order.page.getByRole('main').locator('p').filter({ hasText: words });
  await expect(figures(/^\$ 0,00 ?0 Productos$/)).toHaveCount(1);
  await order.add('vaso de leche');
  await expect(figures(/^\$ 1\.900,00 ?1 Producto$/)).toHaveCount(1);
  await order.add('vaso de leche');
  await expect(figures(/^\$ 3\.800,00 ?2 Productos$/)).toHaveCount(1);
});

it('an order that needs no checkout is finished from the catalog: locked while it is sent, then it leads to its invoice (C-06, C-07, K-78)', async () => {
  const order = await startLocal();
  const { page } = order;
  await order.add('vaso de leche');
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  page.route('/store/1/orders', async (route) => {
    if (route.method === 'POST') await held;
    return route.fetch();
  });
  const next = page.getByRole('button', { name: 'Siguiente' });
  await expect(next.first()).toBeEnabled();
  await order.button('Finalizar').click();
  for (const button of [next.first(), next.last(), order.button('Vaciar el pedido')])
    await expect(button).toBeDisabled();
  letGo();
  await expect(page).toHaveURL(/\/1\/order\/\d+\/billing\/invoice$/);
});
