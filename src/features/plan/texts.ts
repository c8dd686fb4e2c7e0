export const planTexts = {
  title: 'Tu plan no incluye esta función',
  lines: [
    'Con el plan gratuito recibís los pedidos de tus clientes en el tablero.',
    'Con el plan estándar además cargás pedidos en el local, para llevar y con envío, con mesas, caja y comandas.',
    'Con el plan premium facturás desde cada pedido.',
  ],
  link: 'Conocé los planes',
  newWindow: '(se abre en otra ventana)',
  picture: 'El tablero de pedidos con sus tres columnas',
} as const;
