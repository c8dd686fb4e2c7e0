export const planTexts = {
  title: 'Tu plan no incluye esta función',
  upgrade: 'Mejorá tu plan',
  pitch: 'Con los planes estándar y premium también cargás pedidos en el local, para llevar y con envío.',
  lines: [
    'Con el plan gratuito recibís los pedidos de tus clientes en el tablero.',
    'Con los planes estándar y premium además cargás pedidos en el local, para llevar y con envío.',
  ],
  link: 'Conocé los planes',
  newWindow: '(se abre en otra ventana)',
  picture: 'El tablero de pedidos con sus tres columnas',
} as const;
