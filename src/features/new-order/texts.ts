export const newOrderTexts = {
  title: 'Cargar pedido',
  subtitle: 'Seleccioná el tipo de pedido',
  local: (description: string): string => `En local: ${description}`,
  takeaway: 'Take away',
  delivery: 'Delivery',
  more: 'Más opciones',
  moreTitle: 'Más opciones',
  scheduled: (service: string): string => `Programar: ${service}`,
  cancel: 'Cancelar',
  none: 'La tienda no está tomando pedidos',
  resume: (place: string): string => `Seguir con el pedido de ${place}`,
  replaced: (place: string): string => `Dejaste el pedido de ${place}`,
} as const;
