import { ApiUser, demoPeople, password } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { TabUser } from './tab-user.ts';
import { waitForSure } from '#e2e/waiting.ts';
import type { EngineTab } from './tab.ts';

/** Orders of the store with that customer, as the server has them. */
async function ordersOf(shop: Shop, customer: string): Promise<string[]> {
  const ana = await ApiUser.signIn(shop, demoPeople.ana);
  return (await ana.orders()).body.filter((o) => o.description === customer).map((o) => o.status);
}

/** Takes an order and returns to the board; an order that the server has leads to its invoice first. */
async function takeOrder(person: TabUser, tab: EngineTab, customer: string, server: 'there' | 'away'): Promise<void> {
  await person.click('button', '^Nuevo pedido');
  await person.click('button', 'Take away', 'Cargar pedido');
  await person.fill('Buscar', 'fainá');
  await person.until('the product that was searched', `document.querySelector('main')?.innerText.includes('Fainá')`);
  await tab.enter();
  await person.click('button', '^Siguiente');
  await person.fill('^Nombre', customer);
  await person.click('radio', 'Efectivo');
  await person.click('button', '^Finalizar');
  // A page that is left before the order is on the disk has not taken it, and one that is on its way to its next screen
  // ends the load of another page.
  await person.until('the order to be taken', `!location.pathname.endsWith('/cart/checkout')`);
  if (server === 'there') await person.click('button', '^Ahora no');
  await person.sees('Pendientes');
}

const cardIsIn = (column: string, customer: string): string =>
  `[...document.querySelectorAll('section, [role=region], [role=list]')].some((s) =>
     (s.getAttribute('aria-label') ?? s.querySelector('h2, h3')?.textContent ?? '').startsWith(${JSON.stringify(column)})
     && s.innerText.includes(${JSON.stringify(customer)}))`;

const workerIsReady = `(navigator.serviceWorker.ready.then(() => (window.workerIsReady = true)), window.workerIsReady === true)`;

/**
 * The main story, an offline spell and reloads in one engine: log in, take an order, move it on the board, lose the
 * server, take and move on, reload, get the server back; all of it arrives once. Throws at the first step that fails.
 */
export async function playStory(shop: Shop, tab: EngineTab, say: (line: string) => void): Promise<void> {
  const person = new TabUser(tab);
  const [first, second] = ['Lucía', 'Tomás'].map((name) => `${name} ${Date.now()}`);
  if (first === undefined || second === undefined) throw new Error('no customers');

  say('logs in');
  await tab.goto(`${shop.url}login`);
  await person.fill('^Correo electrónico', demoPeople.ana);
  await person.fill('^Contraseña', password);
  await tab.enter();
  await person.sees('La Esquina');
  await tab.goto(`${shop.url}1/orders/kanban`);
  await person.sees('Pendientes');

  say('takes an order, which is on the board, and moves it');
  await takeOrder(person, tab, first, 'there');
  await tab.goto(`${shop.url}1/orders/kanban`);
  await person.sees(first);
  await person.click('button', 'Aceptar', first);
  await person.until('the card among the accepted ones', cardIsIn('Aceptados', first));

  say('a reload keeps the person logged in');
  await tab.reload();
  await person.sees(first);
  await person.until('the worker to be in charge', workerIsReady);
  await tab.reload();
  await person.until('the worker to serve the page', 'navigator.serviceWorker.controller !== null');
  await person.sees(first);
  await person.click('button', '^Nuevo pedido');
  await person.click('button', 'Take away', 'Cargar pedido');
  await person.sees('Café espresso');
  await tab.goto(`${shop.url}1/orders/kanban`);
  await person.sees(first);

  say('the server goes away: an order is taken, one is moved, the page is reloaded');
  await shop.kill();
  await person.click('button', 'Por entregar', first);
  await person.until('the card among those to deliver', cardIsIn('Por entregar', first));
  await takeOrder(person, tab, second, 'away');
  await tab.goto(`${shop.url}1/orders/kanban`);
  await person.sees(second);
  await tab.reload();
  await person.sees(second);
  await person.until('the moved card after the reload', cardIsIn('Por entregar', first));

  say('the server comes back: everything arrives once');
  await shop.start();
  const arrived = await waitForSure(
    'both orders on the server',
    async () => {
      const [moved, taken] = [await ordersOf(shop, first), await ordersOf(shop, second)];
      return moved.includes('DELIVER') && taken.includes('PENDING') ? { moved, taken } : null;
    },
    60_000,
  );
  if (arrived.moved.length !== 1 || arrived.taken.length !== 1) throw new Error('an order is there twice');
  await person.click('button', 'Aceptar', second);
  await person.until('the second card among the accepted ones', cardIsIn('Aceptados', second));
}
