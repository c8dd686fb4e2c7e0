import { product } from '#texts/product.ts';

/** The texts of pages that take the place of a screen; apart from `shellTexts`, because the first paint needs them. */
export const pageTexts = {
  newerData:
    'Esta versión de la aplicación es anterior a los datos guardados en este dispositivo. Actualizala para continuar.',
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
  takeOver: 'Usar aquí',
};
