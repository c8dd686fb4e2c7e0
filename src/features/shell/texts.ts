import { product } from '#texts/product.ts';

export const shellTexts = {
  navigation: 'Principal',
  menu: 'Menú',
  openMenu: 'Abrir menú',
  storeOpen: 'Abierta',
  storeClosed: 'Cerrada',
  home: 'Inicio',
  board: 'Tablero de pedidos',
  local: 'En el local',
  takeaway: 'Take away',
  delivery: 'Delivery',
  user: 'Usuario',
  newOrder: 'Nuevo pedido',
  discard: 'Descartar el pedido',
  discarded: 'Descartaste el pedido.',
  backToCatalog: (units: number): string =>
    units === 1 ? 'Volver al catálogo, 1 producto' : `Volver al catálogo, ${units} productos`,
  back: 'Volver',
  pending: (count: number): string => (count === 1 ? '1 pendiente' : `${count} pendientes`),
  userMenu: 'Menú de usuario',
  stores: 'Mis tiendas',
  theme: 'Tema',
  themes: { auto: 'Automático', light: 'Claro', dark: 'Oscuro' },
  logOut: 'Cerrar sesión',
  cancel: 'Cancelar',
  flushing: (left: number): string => (left === 1 ? 'Enviando 1 acción…' : `Enviando ${left} acciones…`),
  flushingText: 'Antes de salir se envía lo que falta. Son 5 segundos como máximo.',
  unsentTitle: (count: number): string =>
    count === 1 ? 'Queda 1 acción sin enviar' : `Quedan ${count} acciones sin enviar`,
  reviewTitle: (count: number): string =>
    count === 1 ? 'Queda 1 acción para revisar' : `Quedan ${count} acciones para revisar`,
  alsoReview: (count: number): string =>
    count === 1 ? 'Además queda 1 para revisar.' : `Además quedan ${count} para revisar.`,
  keepText: 'Si las conservás, quedan en este dispositivo para cuando vuelvas a ingresar con tu usuario.',
  cartToo: 'El pedido sin terminar se descarta al salir.',
  sendNow: 'Enviar ahora',
  keepAndLeave: 'Conservar y salir',
  discardUnsent: 'Descartar',
  discardWord: 'DESCARTAR',
  discardLabel: 'Escribí DESCARTAR para confirmar',
  discardHint: 'Las acciones se pierden.',
  cartTitle: 'Tenés un pedido sin terminar',
  cartText: 'Al salir se descarta.',
  discardAndLeave: 'Descartar y salir',
  understood: 'Entendido',
  lost: (count: number): string =>
    `Este dispositivo borró los datos de la aplicación: ${
      count === 1
        ? 'se perdió 1 acción que no se había enviado'
        : `se perdieron ${count} acciones que no se habían enviado`
    }. Revisá los pedidos.`,
  diskFull: 'No hay espacio en este dispositivo: no se pueden guardar acciones nuevas. Liberá espacio.',
  diskBroken: 'No se puede guardar en este dispositivo. Volvé a cargar la página.',
  newerData:
    'Esta versión de la aplicación es anterior a los datos guardados en este dispositivo. Actualizala para continuar.',
  update: 'Hay una versión nueva',
  updateAction: 'Actualizar',
  updated: 'La aplicación fue actualizada, recargando...',
  loading: 'Aguarde un momento',
  loadingStore: 'cargando tienda',
  notFoundTitle: 'La página no existe',
  notFoundNote: '404 · Page does not exist',
  toStores: 'Ir a mis tiendas',
  broken: 'No se pudo procesar su solicitud, por favor intente en unos momentos.',
  reload: 'Volver a cargar',
  duplicated: `${product.name} está abierto en otra ventana.`,
  duplicatedNote: 'Si seguís acá, la otra se pausa.',
  useHere: 'Usar aquí',
};
