import type { GroupHint } from '#domain/catalog.ts';
import type { DiscountRule } from '#domain/discounts.ts';

export const catalogTexts = {
  title: 'Catálogo',
  search: 'Buscar productos',
  searchPlaceholder: 'Buscar...',
  sections: 'Secciones',
  results: 'Resultados',
  clear: 'Vaciar el pedido',
  openCart: 'Ver el pedido: ',
  empty: 'El comercio no cargó su catálogo.',
  noResults: 'No se encontraron resultados.',
  clearSearch: 'Borrar búsqueda',
  noDescription: 'Sin descripción',
  see: (name: string): string => `Ver ${name}`,
  addOne: (name: string): string => `Agregar ${name}`,
  takeOne: (name: string): string => `Quitar uno de ${name}`,
  inCart: (name: string, count: number): string => `${name}, ${count} en el pedido`,
} as const;

export const productTexts = {
  clarification: 'Aclaraciones',
  quantity: 'Cantidad',
  add: 'Agregar',
  save: 'Guardar cambios',
  noCost: 'Sin costo adicional',
  noOptions: 'No hay opciones disponibles.',
  finalPrice: 'Precio: ',
  originalPrice: 'Precio sin descuento: ',
  aboutDiscount: (badge: string): string => `${badge}: ver de qué se trata`,
  option: (name: string, price: string): string => `${name}, ${price}`,
} as const;

const options = (count: number): string => (count === 1 ? '1 opción' : `${count} opciones`);

/** C-35 to C-38. */
export function groupHintText(hint: GroupHint): string {
  switch (hint.kind) {
    case 'between':
      return `Debes escoger entre ${hint.min} y ${hint.max} opciones`;
    case 'exactly':
      return `Debes escoger ${options(hint.count)}`;
    case 'up-to':
      return `Puedes seleccionar hasta ${options(hint.max)}`;
    case 'complete':
      return 'Completaste la selección';
  }
}

/** '20% OFF', 'Lleva 3 paga 2' (C-22). */
export const discountBadge = (rule: DiscountRule): string =>
  rule.type === 'PERCENTAGE' ? `${rule.value}% OFF` : `Lleva ${rule.products_from} paga ${rule.products_to}`;
