import { it } from 'vitest';
import { BoardScreen } from '#testing/board.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

const board = '1/orders/kanban';

it('an open order is part of the address: a reload keeps it open, and closed once it was closed', async () => {
  const ana = await apiUserOf('ana');
  const { uid, number } = await ana.takeOrder('Recarga');
  const { page } = await renderApp(board, { as: 'carla' });
  await new BoardScreen(page).open('Recarga');
  const detail = page.getByRole('dialog', { name: `Pedido N° ${number}` });
  await expect(detail).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`kanban\\?order=${uid}$`));
  await page.reload();
  await expect(detail).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail).toHaveCount(0);
  await expect(page).toHaveURL(/kanban$/);
  await page.reload();
  await expect(new BoardScreen(page).card('Recarga')).toBeVisible();
  await expect(detail).toHaveCount(0);
});

it('a panel about the store and a list of support are part of the address', async () => {
  const { page } = await renderApp(`${board}?about=hours`, { as: 'ana' });
  const hours = page.getByRole('dialog', { name: 'Horarios de la tienda' });
  await expect(hours).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hours).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Estado de la tienda: / })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Estado de la tienda' })).toBeVisible();
  await expect(page).toHaveURL(/kanban\?about=status$/);
  await page.goto(`${board}?support=payouts`);
  await expect(page.getByRole('dialog', { name: 'Rendiciones de dinero' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Estado de la tienda' })).toHaveCount(0);
});

it('values that no panel has are ignored and leave the address', async () => {
  const wrong = 'order=01939b1e-0000-7000-8000-00000000abcd&about=nothing&support=7&ticket=x';
  const { page } = await renderApp(`${board}?${wrong}`, { as: 'ana' });
  await expect(page.getByRole('heading', { name: 'Tablero de pedidos' })).toBeVisible();
  await expect(page).toHaveURL(/kanban$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
