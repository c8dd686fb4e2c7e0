import type { GroupHint } from '#domain/catalog.ts';
import type { Combination, DiscountRule } from '#domain/discounts.ts';
import type { Weekday } from '#domain/time.ts';
import { dateLabel, weekdayLabels } from '#texts/time.ts';

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
  addOne: (name: string): string => `Agregar ${name}`,
  takeOne: (name: string): string => `Quitar uno de ${name}`,
  inCart: (name: string, count: number): string => `${name}, ${count} en el pedido`,
} as const;

export const detailTexts = {
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

/** M-09, M-10, M-11. */
export const combinationLabels: Readonly<Record<Combination, string>> = {
  SAME: 'productos iguales',
  VALUE: 'productos del mismo valor',
  ANY: 'otros productos',
};

const allDays: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];

function daysText(days: readonly Weekday[] | null): string {
  const chosen = days === null ? allDays : allDays.filter((d) => days.includes(d));
  if (chosen.length === allDays.length) return `De ${weekdayLabels[1]} a ${weekdayLabels[7]}`;
  return chosen.map((d) => weekdayLabels[d]).join(', ');
}

function datesText({ from, to }: Pick<DiscountRule, 'from' | 'to'>): string {
  if (to === null) return 'Sin fecha de caducidad';
  return from === null ? `Hasta el ${dateLabel(to)}` : `Del ${dateLabel(from)} al ${dateLabel(to)}`;
}

/** What the badge means, line by line: with which products, which days, until when (M-09 to M-13). */
export const discountLines = (rule: DiscountRule): string[] => [
  rule.type === 'PERCENTAGE'
    ? `${rule.value}% de descuento en cada unidad`
    : `Llevando ${rule.products_from} pagás ${rule.products_to}, combinando ${combinationLabels[rule.products_combination]}`,
  daysText(rule.days),
  datesText(rule),
];
