import type { TourStep } from '#domain/tours.ts';

/** Finds an element of the screen; null while it is not shown. */
type Find = () => HTMLElement | null;

interface Target {
  readonly find: Find;
  /** What opens the panel of the element: a control to tap, or what the store's screens open by a table. */
  readonly open?: Find | TableOpener;
}

export type TableOpener = 'freeTable' | 'openTable';

function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const labelledBy = element.getAttribute('aria-labelledby');
  const other =
    element instanceof HTMLInputElement || element instanceof HTMLSelectElement
      ? element.labels?.[0]
      : labelledBy !== null && document.getElementById(labelledBy);
  return (other || element).textContent.trim();
}

/**
 * The first visible element of a selector with one of these names: the accessible name of a control, the words of a
 * heading. Screens are found by the words that people read, so no screen has to know the guides; the journey of the
 * guides fails when a word changes.
 */
const find =
  (selector: string, name?: RegExp): Find =>
  () =>
    [...document.querySelectorAll<HTMLElement>(selector)].find(
      (element) => element.checkVisibility() && (name === undefined || name.test(nameOf(element))),
    ) ?? null;

const button = (name: RegExp): Find => find('button, a', name);

/** The nearest element around another one, such as the group of a heading. */
const around =
  (inner: Find, selector: string): Find =>
  () =>
    inner()?.closest<HTMLElement>(selector) ?? null;

const first =
  (...finds: readonly Find[]): Find =>
  () => {
    for (const one of finds) {
      const element = one();
      if (element) return element;
    }
    return null;
  };

const status = button(/^Estado de la tienda/);
const phoneMenu = button(/^Abrir menú/);
const boardMenu = button(/^Más opciones del tablero/);
const card = find('article[data-card]');
const openOrder = find('article[data-card] [data-open]');
const dialog = find('[role="dialog"]');

const panel = (heading: RegExp): Find => around(find('h2, h3, legend', heading), 'section, fieldset');

/** Where each step points. */
export const targets: Readonly<Record<TourStep, Target>> = {
  'home.menu': { find: first(find('nav[aria-label="Principal"]'), phoneMenu) },
  'home.shortcuts': {
    find: first(around(find('h1, h2', /^Pantalla principal/), 'section, main > *'), button(/^Nuevo pedido$/)),
  },
  'home.status': { find: status },
  'home.user': { find: button(/^Usuario$/), open: phoneMenu },
  'store-status.open': { find: around(find('label', /^Tienda abierta/), 'div'), open: status },
  'store-status.services': { find: around(find('legend', /^Servicios$/), 'fieldset'), open: status },
  'store-status.delay': { find: around(find('[role="spinbutton"]', /^Demora$/), 'div'), open: status },
  'store-status.hours': { find: button(/^Horarios de la tienda$/), open: status },
  'board.columns': { find: first(around(find('section[data-column]'), 'div'), find('[role="tablist"]')) },
  'board.card': { find: card },
  'board.drag': { find: card },
  'board.filter': { find: find('[aria-label="Filtrar por tipo"]') },
  'board.finished': { find: first(button(/^Pedidos finalizados$/), find('section', /^Pedidos finalizados/)) },
  'order-detail.detail': { find: dialog, open: openOrder },
  'order-detail.delay': { find: button(/^Demorar/), open: openOrder },
  'order-detail.save': {
    find: find('[role="dialog"] footer button', /^(Aceptar|Por entregar|Finalizar|Mover a…)$/),
    open: openOrder,
  },
  'order-detail.reject': { find: button(/^Rechazar$/), open: openOrder },
  'mass-actions.open': { find: button(/^Modificación masiva de pedidos$/), open: boardMenu },
  'mass-actions.accept': { find: button(/^Aceptar \d+ pedidos?$/), open: button(/^Modificación masiva de pedidos$/) },
  'mass-actions.finish': { find: button(/^Finalizar \d+ pedidos? /), open: button(/^Modificación masiva de pedidos$/) },
  'new-order.button': { find: button(/^Nuevo pedido$/) },
  'new-order.type': { find: find('[role="dialog"] ul[aria-label]'), open: button(/^Nuevo pedido$/) },
  'new-order.code': { find: button(/^Ver códigos$/), open: button(/^Nuevo pedido$/) },
  'catalog.search': { find: find('input', /^Buscar productos$/) },
  'catalog.add': { find: find('article[data-item] button') },
  'catalog.additionals': { find: find('article[data-item]') },
  'catalog.detail': { find: first(panel(/^Detalle del pedido$/), button(/Ver el pedido/)) },
  'checkout.payment': { find: panel(/^Forma de pago/) },
  'checkout.discount': { find: button(/^(Aplicar descuento|Usar código promocional)/) },
  'checkout.schedule': { find: panel(/^Tiempo de entrega/) },
  'checkout.finish': { find: button(/^Finalizar$/) },
  'maps-codes.maps': { find: find('[aria-label="Mapas de la tienda"]') },
  'maps-codes.colours': { find: first(find('[aria-label^="Plano de"]'), find('[aria-label^="Lugares de"]')) },
  'maps-codes.codes': { find: button(/^Códigos$/), open: phoneMenu },
  'maps-codes.camera': { find: button(/^Escanear código$/), open: button(/^Nuevo pedido$/) },
  'group-create.code': { find: find('[aria-label="Códigos de la tienda"] button') },
  'group-create.people': { find: around(find('[role="spinbutton"]', /^Personas$/), 'div'), open: 'freeTable' },
  'group-create.seller': {
    find: first(find('select', /^Vendedor$/), find('[role="dialog"] p', /^Vendedor/)),
    open: 'freeTable',
  },
  'group-detail.detail': { find: dialog, open: 'openTable' },
  'group-detail.add': { find: button(/^Agregar pedido$/), open: 'openTable' },
  'group-detail.change': { find: button(/^Más opciones$/), open: 'openTable' },
  'group-detail.charge': { find: panel(/^Forma de pago/), open: 'openTable' },
  'group-detail.finish': { find: button(/^(Finalizar|Finalizar o rechazar)$/), open: 'openTable' },
  'cashbox.open': { find: around(find('form button[type="submit"]', /^Abrir caja$/), 'form') },
  'cashbox.flows': { find: button(/^Movimiento$/) },
  'cashbox.close': { find: button(/^Cerrar caja$/) },
  'sound.never': { find: find('label', /^Nunca/) },
  'sound.once': { find: find('label', /^Una vez/) },
  'sound.always': { find: find('label', /^Siempre/) },
  'printers.service': { find: find('p, div', /^QZ Tray: /), open: button(/^Editar Comandas$/) },
  'printers.printpoint': { find: button(/^(Crear|Editar) punto de impresión$/) },
  'printers.commander': { find: around(button(/^Editar Comandas$/), 'li') },
  'printers.automatic': { find: find('label', /^Imprimir automáticamente/), open: button(/^Editar Comandas$/) },
  'profile.data': { find: panel(/^Tus datos/) },
  'profile.notifications': { find: panel(/^Avisos/) },
  'profile.password': { find: find('[role="tab"]', /^Cambiar contraseña$/) },
};
