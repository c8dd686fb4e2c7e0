import { formatPercent, noBreak } from '#domain/money.ts';
import type { DiscountProblem, DiscountWay } from '#domain/manual-discount.ts';

export const cartTexts = {
  subtotal: 'Subtotal',
  discount: 'Descuento general',
  less: (amount: string): string => `–${noBreak}${amount}`,
  delivery: 'Envío',
  deliveryUnknown: 'A calcular',
  deliveryFree: 'Gratis',
  total: 'Total',
  gone: 'Ya no está en el catálogo',
  optionsChanged: 'Cambiaron sus opciones: tocalo para volver a elegir',
  repriced: (before: string): string => `Antes ${before} c/u`,
  goneName: 'Producto retirado',
  units: (quantity: number, name: string): string => `${quantity} × ${name}`,
  quantity: (name: string): string => `Cantidad de ${name}`,
  edit: (name: string): string => `Editar ${name}`,
  remove: (name: string): string => `Quitar ${name}`,
  removed: (name: string): string => `Quitaste ${name}`,
  clear: 'Vaciar el pedido',
  changeAddress: 'Cambiar la dirección',
  pricesChanged: (lines: number, difference: string): string =>
    `${lines === 1 ? 'Cambió el precio de un producto' : `Cambió el precio de ${lines} productos`}: ${difference}`,
  difference: (amount: string, more: boolean): string => `${more ? '+' : '–'}${noBreak}${amount}`,
  pricesSeen: 'Entendido',
  percent: formatPercent,
  percentSign: '%',
} as const;

/** Dialogs of the general discount (C8, C9). */
export const discountTexts = {
  title: 'Aplicar descuento',
  apply: 'Aplicar descuento',
  byPin: 'Descuento con PIN',
  way: 'Tipo de descuento',
  percent: 'Porcentaje',
  amount: 'Importe a descontar',
  subtotal: 'Nuevo subtotal',
  usual: 'Porcentajes habituales',
  before: 'Subtotal',
  becomes: 'queda en',
  remove: 'Quitar descuento',
  removed: 'Quitaste el descuento',
  promoTitle: 'Usar código promocional',
  promoRemove: 'Quitar código promocional',
  promoRemoved: (code: string): string => `Quitaste el código ${code}`,
  promoCode: 'Código promocional',
  promoApply: 'Aplicar código',
  offline: 'Necesitás conexión para usar un código',
  replacedPromo: (code: string): string => `El descuento reemplaza al código ${code}`,
  replacedDiscount: 'El código reemplaza al descuento que habías aplicado',
} as const;

export const discountWayLabels: Readonly<Record<DiscountWay, string>> = {
  percentage: 'Porcentaje',
  amount: 'Importe',
  subtotal: 'Nuevo subtotal',
};

/** K-18, K-20 to K-22. */
export const discountProblemTexts: Readonly<Record<DiscountProblem, string>> = {
  'choose-type': 'Debe seleccionar un tipo',
  invalid: 'El valor ingresado es inválido',
};
