export const listTexts = {
  title: 'Lista de pedidos',
  search: 'Buscar por número, nombre o teléfono',
  statuses: 'Filtrar por estado',
  loading: 'Cargando pedidos…',
  empty: 'No se encontraron pedidos.',
  offline: 'Sin conexión: se muestra lo guardado en este dispositivo.',
  heads: { number: 'Pedido N°', code: 'Código', type: 'Tipo', status: 'Estado', payment: 'Pago', total: 'Total' },
  open: (number: string): string => `Ver pedido ${number}`,
  paying: (number: string): string => `Ver el pago del pedido ${number}`,
  noCode: 'Sin código',
  noPayment: 'Sin forma de pago',
  found: (count: number): string => (count === 1 ? '1 pedido' : `${count} pedidos`),
} as const;
