export const paymentTexts = {
  title: 'Forma de pago',
  add: 'Agregar forma de pago',
  removeAll: 'Quitar pagos',
  removed: 'Quitaste los pagos',
  remove: (method: string): string => `Quitar ${method}`,
  method: 'Forma de pago',
  amount: 'Importe',
  row: (place: number, method: string): string => `Pago ${place}: ${method}`,
  notConnected: 'La tienda no tiene conectada la cuenta de cobro',
  needsNetwork: 'Necesitás conexión para cobrar en línea',
  fixed: 'Este pago no se puede cambiar',
  attention: '¡Atención!',
  /** Y-09, N-26. */
  gap: { lower: 'Los pagos son menores al total por ', higher: 'Los pagos son mayores al total por ' },
  complete: 'Completar diferencia',
  required: 'Este campo es obligatorio',
  noOptions: 'No hay opciones disponibles.',
  exact: 'Importe exacto',
  paysWith: (amount: string): string => `Paga con ${amount}`,
  change: (amount: string): string => `Vuelto: ${amount}`,
  between: ' · ',
  cashTitle: '¿Con cuánto pagará?',
  cashChange: 'Cambiar con cuánto pagará: ',
  toPay: 'A pagar',
  otherAmount: 'Otro importe',
  likely: 'Billetes habituales',
  /** Y-17, D-21. Written in the store's currency. */
  above: (amount: string): string => `Ingresá un importe superior a ${amount}`,
  chooseType: 'Debe seleccionar un tipo',
  cancel: 'Cancelar',
  select: 'Seleccionar',
} as const;

/** Editing the payments of an existing order (B-66). */
export const orderPaymentTexts = {
  title: (number: number | null): string =>
    number === null ? 'Forma de pago' : `Forma de pago del pedido N° ${number}`,
  total: 'Total del pedido',
  none: 'Sin forma de pago cargada',
  save: 'Guardar pagos',
  charge: 'Guardar y cobrar',
  saved: 'Los pagos fueron guardados.',
  close: 'Cerrar',
  check: 'Revisá los datos ingresados.',
  mandatory: 'Un delivery necesita una forma de pago.',
  offline: 'Necesitás conexión para cambiar los pagos',
  removed: 'Este pedido ya no está en la tienda.',
  /** After a conflict, tells whose change was saved (N-16). */
  conflict: (by: string | null, when: string | null): string =>
    `${by ?? 'Otro dispositivo'} cambió los importes de este pedido${when === null ? '' : ` (${when})`}. Tu cambio no se guardó: estos son los pagos de ahora.`,
} as const;
