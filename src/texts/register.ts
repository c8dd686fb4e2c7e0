import type { Currency, Money } from '#domain/money.ts';
import { formatMoney, subtract, zero } from '#domain/money.ts';

/** What a register's sums are called on screen and on paper. */
export const registerTexts = {
  opened: 'Apertura',
  closed: 'Cierre',
  initial: 'Saldo inicial',
  cashSales: 'Ventas en efectivo',
  allSales: 'Ventas, todos los medios',
  salesAndIn: 'Ventas e ingresos',
  rejected: 'Pedidos rechazados',
  refunds: 'Devoluciones',
  payouts: 'Rendiciones de cadetes',
  flows: 'Movimientos',
  tips: 'Propinas, incluidas en las ventas',
  expected: 'Efectivo esperado',
  methods: 'Pagos por medio',
  out: 'Salió',
  movements: 'Movimientos de dinero',
  counted: 'Contado',
  difference: 'Diferencia',
  reason: 'Motivo de la diferencia',
  observations: 'Observaciones',
} as const;

/** «Faltan $ 500», «Sobran $ 500», or that it is right. */
export function differenceText(difference: Money, currency: Currency): string {
  if (difference === 0) return 'Coincide con lo esperado';
  const size = formatMoney(difference < 0 ? subtract(zero, difference) : difference, currency);
  return difference < 0 ? `Faltan ${size}` : `Sobran ${size}`;
}
