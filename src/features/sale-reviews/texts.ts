export const saleReviewTexts = {
  title: 'Ventas para revisar',
  button: (count: number): string => `Ventas para revisar, ${count === 1 ? '1 pendiente' : `${count} pendientes`}`,
  explanation:
    'Se tomaron sin conexión a precios que el catálogo no tuvo en los últimos 3 días, y quien vendió no puede hacer descuentos.',
  empty: 'No hay ventas para revisar.',
  loading: 'Cargando las ventas…',
  offlineEmpty: 'Necesitás conexión para ver las ventas para revisar.',
  order: (number: number): string => `Pedido ${number}`,
  seller: (name: string | null, when: string): string => `${name ?? 'Sin vendedor'} · ${when}`,
  sold: 'Se vendió a',
  own: 'Según el catálogo',
  difference: 'Diferencia',
  see: 'Ver pedido',
  seeName: (number: number): string => `Ver el pedido ${number}`,
  done: 'Ya la revisé',
  doneName: (number: number): string => `Ya revisé el pedido ${number}`,
  needsNetwork: 'Necesitás conexión para marcarla como revisada.',
} as const;
