import { randomUUID } from 'node:crypto';
import { expect, testInOwnShop } from '#e2e/fixtures.ts';
import { checkEveryLook, narrowest, sizes } from '#e2e/looks.ts';
import type { Shop } from '#e2e/shop.ts';

/** Its own shop: it lets guests in, which changes where a code of a table leads. */
const test = testInOwnShop();
const [phone, tablet] = sizes;

/** A guest's phone at a table of La Esquina, without a screen. */
async function guestAt({ origin }: Shop, code: string) {
  const call = async (path: string, body: object | null, headers: Record<string, string> = {}) => {
    const json = body === null ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers: { ...type, ...headers }, ...json };
    const answer = await fetch(`${origin}/api/guest${path}`, sent);
    expect(answer.status).toBe(201);
    return answer.json();
  };
  const table = `/stores/1/codes/${code}`;
  const menu = await (await fetch(`${origin}/api/guest${table}`)).json();
  const { token } = await call(`${table}/visits`, null);
  const lineOf = ({ name, quantity, additional }: { name: string; quantity: number; additional?: string }) => {
    const item = menu.catalog.items.find((i: { name: string }) => i.name === name);
    const all = item.groups.flatMap((g: { additionals: { id: number; name: string }[] }) => g.additionals);
    const chosen = all.filter((a: { name: string }) => a.name === additional);
    const additionals = chosen.map(({ id }: { id: number }) => ({ id, quantity: 1 }));
    return { id: item.id, quantity, comments: additional === undefined ? 'Bien cocida' : null, additionals };
  };
  return (kind: 'order' | 'waiter' | 'bill', lines: Parameters<typeof lineOf>[0][] = [], note: string | null = null) =>
    call('/requests', { key: randomUUID(), kind, lines: lines.map(lineOf), note }, { 'x-guest': token });
}

test('the staff lets guests in, hears what tables ask for, and answers on phone, tablet and kiosk', async ({
  seat,
  shop,
}) => {
  const { page } = await seat('ana', '1/config/index');

  await test.step('the settings', async () => {
    const settings = page.getByRole('region', { name: 'Clientes en la mesa' });
    await settings.getByRole('switch', { name: /^Ver la carta/ }).press('Space');
    await settings.getByRole('switch', { name: /^Pedir desde la mesa/ }).press('Space');
    await settings.getByRole('spinbutton').press('ArrowUp');
    await settings.scrollIntoViewIfNeeded();
    await checkEveryLook(page, 'guests-settings', { sizes: [phone] });
    await settings.getByRole('button', { name: 'Guardar' }).press('Enter');
    await expect(page.getByText('Guardado.').last()).toBeVisible();
  });

  await test.step('an empty list', async () => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Pedidos de mesas/ })
      .click();
    await expect(page.getByText('Ninguna mesa está esperando.')).toBeVisible();
    await checkEveryLook(page, 'guests-empty', { sizes: [phone] });
  });

  await test.step('tables ask: a notice on the board, its count, and the list', async () => {
    await page.goto(`${shop.url}1/orders/kanban`);
    const entry = page.getByRole('navigation').getByRole('link', { name: /^Pedidos de mesas/ });
    await expect(entry).toBeVisible();
    const [five, six] = [await guestAt(shop, 'LE-M05'), await guestAt(shop, 'LE-M06')];
    await five(
      'order',
      [
        { name: 'Cerveza artesanal', quantity: 3, additional: 'Rubia' },
        { name: 'Rabas', quantity: 1 },
      ],
      'Una sin sal, por favor',
    );
    await expect(page.getByText('Mesa 5: quiere pedir').last()).toBeVisible();
    await six('bill');
    await six('waiter');
    await expect(page.getByRole('main').getByRole('button', { name: 'Pedidos de mesas, 3 en espera' })).toBeVisible();
    await page.getByRole('button', { name: 'Ver', exact: true }).click();
    const waiting = page.getByRole('region', { name: 'Esperando respuesta' });
    await expect(waiting.getByRole('heading')).toHaveText(['Mesa 5', 'Mesa 6', 'Mesa 6']);
    await checkEveryLook(page, 'guests-waiting', { sizes: [...sizes, narrowest] });
  });

  await test.step('a rejection with its reason, by keyboard', async () => {
    await page.getByRole('button', { name: 'Rechazar el pedido de Mesa 5' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Rechazar el pedido de Mesa 5' });
    await dialog.getByRole('button', { name: 'La cocina cerró' }).press('Enter');
    await checkEveryLook(page, 'guests-reject', { sizes: [phone] });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('accepted: the order is on the board, at its table', async () => {
    await page.getByRole('button', { name: 'Aceptar el pedido de Mesa 5' }).press('Enter');
    const taken = page.getByText(/^Pedido \d+ de Mesa 5 tomado\.$/).last();
    await expect(taken).toBeVisible();
    const [number = ''] = /\d+/.exec(await taken.innerText()) ?? [];
    for (const remaining of [1, 0]) {
      await page.getByRole('button', { name: 'Atendido: Mesa 6' }).first().click();
      await expect(page.getByRole('button', { name: 'Atendido: Mesa 6' })).toHaveCount(remaining);
    }
    const ended = page.getByRole('region', { name: 'Respondidos en la última hora' });
    await expect(ended).toContainText(`Pedido ${number}`);
    await checkEveryLook(page, 'guests-answered', { sizes: [tablet] });
    await page.goto(`${shop.url}1/orders/kanban`);
    await expect(page.getByRole('article').filter({ hasText: number }).filter({ hasText: 'Mesa 5' })).toBeVisible();
  });
});
