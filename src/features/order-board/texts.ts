import { orderName } from '#texts/order.ts';

const orders = (count: number): string => (count === 1 ? '1 pedido' : `${count} pedidos`);

export const boardTexts = {
  title: 'Tablero de pedidos',
  filter: 'Filtrar por tipo',
  smaller: 'Achicar las tarjetas',
  larger: 'Agrandar las tarjetas',
  columns: 'Estados del pedido',
  finished: 'Pedidos finalizados',
  bulk: 'Modificación masiva de pedidos',
  list: 'Lista de pedidos',
  listPaying: 'Lista de pedidos, hay pagos en curso',
  more: 'Más opciones del tablero',
  morePaying: 'Más opciones del tablero, hay pagos en curso',
  finishZone: 'Arrastrar aquí para finalizar',
  emptyColumn: 'Sin pedidos',
  empty: 'No se encontraron pedidos.',
  loading: 'Cargando pedidos…',
  unconfirmed: 'Sin confirmar con el servidor',
  refused: 'El servidor no acepta avisos en vivo: se consulta cada 15 s',
  kitchen: 'Pantalla de cocina',
  kitchenHere: 'Usar esta pantalla en la cocina',
  kitchenOther: 'Vincular otra pantalla',
  moveTo: 'Mover a…',
  backToDeliver: 'Volver a Por entregar',
  ordersIn: (count: number): string => orders(count),
  heldBack: (count: number): string => (count === 1 ? '1 nuevo' : `${count} nuevos`),
  moreLines: (count: number): string => `+${count} más`,
  seller: (name: string): string => `Vendedor: ${name}`,
  open: (number: number | null): string => `Ver ${orderName(number).toLowerCase()}`,
  moreActions: (number: number | null): string => `Más acciones del ${orderName(number).toLowerCase()}`,
  printOf: (number: number | null): string => `Imprimir el ${orderName(number).toLowerCase()}`,
  backOf: (number: number | null): string => `Volver el ${orderName(number).toLowerCase()} a Por entregar`,
  expired: (number: number | null): string =>
    `Pasó demasiado tiempo y el cambio del ${orderName(number).toLowerCase()} no se envió.`,
} as const;
