import type { FlowType } from '#domain/cashbox.ts';

/** N-10. */
export const flowTypeTexts: Readonly<Record<FlowType, string>> = {
  cash_in: 'Ingreso de efectivo',
  cash_out: 'Retiro de efectivo',
  change: 'Ingreso de cambio',
  supplier: 'Pago a proveedores',
  expense: 'Gastos varios',
  salary: 'Adelanto de sueldo',
  other: 'Otro',
};
