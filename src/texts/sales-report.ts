import type { SalesReport, SalesRow } from '#domain/sales-report.ts';
import { serviceLabels } from './order.ts';

export const reportTexts = {
  x: 'Reporte X',
  z: 'Reporte Z',
  open: 'Reporte de ventas',
  loading: 'Cargando el reporte…',
  offline: 'Necesitás conexión para ver el reporte.',
  empty: 'Todavía no hay ventas en esta caja.',
  span: (from: string, to: string): string => `De ${from} a ${to}`,
  sold: 'Pedidos tomados, sin los rechazados',
  orders: (count: number): string => (count === 1 ? '1 pedido' : `${count} pedidos`),
  weekBefore: 'Mismo horario, hace una semana',
  change: (percent: number): string =>
    percent === 0
      ? 'Igual que hace una semana'
      : `${Math.abs(percent)} % ${percent > 0 ? 'más' : 'menos'} que hace una semana`,
  nothingBefore: 'Hace una semana no hubo ventas en este horario.',
  by: 'Ver por',
  views: {
    hours: 'Hora',
    products: 'Producto',
    categories: 'Categoría',
    sellers: 'Vendedor',
    services: 'Servicio',
  },
  count: 'Cantidad',
  total: 'Total',
  nobody: 'Sin vendedor',
  hour: (hour: number): string => `${String(hour).padStart(2, '0')}:00`,
  csv: 'CSV',
  pdf: 'PDF',
  download: (format: string): string => `Descargar ${format}`,
  file: (closed: boolean, date: string, format: 'csv' | 'pdf'): string =>
    `reporte-${closed ? 'z' : 'x'}-${date}.${format}`,
  print: 'Imprimir',
  heading: (title: string, store: string): string => `${title} · ${store}`,
} as const;

export const reportViewNames = ['hours', 'products', 'categories', 'sellers', 'services'] as const;
export type ReportView = (typeof reportViewNames)[number];

/** The rows of each list of the report, with their names in words. */
export const reportViews = ({
  sales,
}: Pick<SalesReport, 'sales'>): Readonly<Record<ReportView, readonly SalesRow[]>> => ({
  hours: sales.hours.map((row) => ({ ...row, key: reportTexts.hour(row.key) })),
  products: sales.products,
  categories: sales.categories,
  sellers: sales.sellers.map((row) => ({ ...row, key: row.key ?? reportTexts.nobody })),
  services: sales.services.map((row) => ({ ...row, key: serviceLabels[row.key] })),
});
