import { it } from 'vitest';
import { inDatabase } from '#e2e/shop-database.ts';
import { BoardScreen } from '#testing/board.ts';
import { renderApp } from '#testing/render-app.ts';
import { expect } from '#testing/screen-expect.ts';
import { apiUserOf, screenServer, useScreenServer } from '#testing/screen-server.ts';

useScreenServer();

it('the history tells what a timer did, by its Spanish name and without a device (T7)', async () => {
  const order = await (await apiUserOf('ana')).takeOrder('Reloj');
  await inDatabase(
    screenServer(),
    `insert into audit (store_id, actor_kind, actor_name, entity, entity_id, action, before, after, at)
     select store_id, 'timer', 'store-closing', entity, entity_id, 'order.changeStatus',
       '{"status":"PENDING"}', '{"status":"ACCEPTED"}', at
     from audit where entity = 'order' and entity_id = '${order.id}'`,
  );
  const { page } = await renderApp('1/orders/kanban', { as: 'carla' });
  await new BoardScreen(page).open('Reloj');
  await page.getByRole('button', { name: 'Historial' }).click();
  const changes = page.getByRole('list', { name: 'Cambios del pedido' }).getByRole('listitem');
  await expect(changes).toHaveCount(2);
  await expect(changes.first()).toContainText('El cierre automático aceptó el pedido');
  await expect(changes.first()).not.toContainText('·');
  await expect(changes.last()).toContainText('Ana tomó el pedido');
});
