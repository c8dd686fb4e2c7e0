import type { TourId, TourStep } from '#domain/tours.ts';

export const guideTexts = {
  title: 'Guías en pantalla',
  search: 'Buscar una guía',
  none: 'No se encontraron resultados.',
  list: 'Guías',
  seen: 'Visto',
  /** A step is read in about 15 seconds. */
  length: (steps: number): string => {
    const minutes = Math.ceil(steps / 4);
    return `${steps} pasos · ${minutes} min`;
  },
  resume: (step: number): string => `Seguir en el paso ${step}`,
  progress: 'Paso {{current}} de {{total}}',
  next: 'Siguiente',
  previous: 'Anterior',
  done: 'Terminar',
  leave: 'Salir',
  finished: (name: string): string => `Terminaste la guía «${name}».`,
  paused: 'Entró un pedido: la guía quedó en pausa. Seguila desde «Guía en pantalla».',
  needsItems: 'Para esta guía, primero agregá un producto a un pedido.',
  noService: 'La tienda no está tomando pedidos: abrí un servicio para ver esta guía.',
  /** Said after a step's own text when its element is not on the screen. */
  missing: 'Ahora no está en la pantalla.',
} as const;

export const tourNames: Readonly<Record<TourId, string>> = {
  home: 'Conocé la pantalla principal',
  'store-status': 'Abrí y cerrá tu tienda',
  board: 'Usá el tablero de pedidos',
  'order-detail': 'Aceptá, demorá o rechazá un pedido',
  'mass-actions': 'Modificá varios pedidos a la vez',
  'new-order': 'Cargá un pedido',
  catalog: 'Agregá productos del catálogo',
  checkout: 'Cobrá y finalizá el pedido',
  'maps-codes': 'Mapas y códigos',
  'group-create': 'Abrí una mesa',
  'group-detail': 'Trabajá con una mesa abierta',
  cashbox: 'Usá la caja',
  sound: 'Configurá la alerta sonora',
  printers: 'Configurá tus impresoras',
  profile: 'Tu perfil y tus notificaciones',
};

interface StepTexts {
  readonly title: string;
  readonly text: string;
  /** Why the element is not on the screen, and when it is. */
  readonly missing?: string;
}

const noOrder = 'Aparece cuando hay un pedido en el tablero.';
const noTable = 'Aparece en una mesa abierta.';
const closedRegister = 'Aparece con la caja abierta.';

export const stepTexts: Readonly<Record<TourStep, StepTexts>> = {
  'home.menu': {
    title: 'Menú',
    text: 'Desde acá llegás a todas las pantallas: pedidos, mapas, códigos, caja y configuración.',
  },
  'home.shortcuts': {
    title: 'Accesos directos',
    text: 'Con un toque empezás a cargar un pedido.',
    missing: 'Aparecen cuando la tienda ofrece algún servicio y tu plan permite cargar pedidos.',
  },
  'home.status': {
    title: 'Estado de la tienda',
    text: 'El color del borde dice si la tienda está abierta. Tocala para ver sus servicios y su demora.',
  },
  'home.user': {
    title: 'Usuario',
    text: 'Tu perfil, tus tiendas, el tema de la pantalla y «Cerrar sesión».',
    missing: 'Está en el menú.',
  },
  'store-status.open': {
    title: 'Abrir y cerrar',
    text: 'Con la tienda cerrada no entran pedidos de clientes.',
  },
  'store-status.services': {
    title: 'Servicios',
    text: 'Pausá uno solo, por ejemplo el delivery, sin cerrar la tienda.',
  },
  'store-status.delay': {
    title: 'Demora',
    text: 'Sumá minutos cuando la cocina está llena: se agregan al horario de entrega de cada pedido nuevo.',
  },
  'store-status.hours': {
    title: 'Horarios',
    text: 'Acá ves los horarios de la semana. Al final de cada uno te preguntamos antes de cerrar.',
  },
  'board.columns': {
    title: 'Columnas',
    text: 'Un pedido pasa de «Pendientes» a «Aceptados» y a «Por entregar». Lo más urgente está arriba.',
  },
  'board.card': {
    title: 'Tarjeta',
    text: 'Muestra qué hay que preparar, para quién y cuánto falta. El botón de color es el paso que sigue.',
    missing: noOrder,
  },
  'board.drag': {
    title: 'Arrastrar',
    text: 'También podés arrastrar la tarjeta a otra columna, o arriba para finalizar el pedido.',
    missing: `${noOrder} En el celular se usa el menú de la tarjeta.`,
  },
  'board.filter': {
    title: 'Filtro',
    text: 'Elegí qué tipos de pedido se ven: local, take away o delivery.',
  },
  'board.finished': {
    title: 'Pedidos finalizados',
    text: 'Los entregados y los rechazados del día. Desde ahí se puede volver uno atrás.',
    missing: 'En el celular está en el menú «⋮» del tablero.',
  },
  'order-detail.detail': {
    title: 'Detalle',
    text: 'Todo lo que se sabe del pedido: productos, cliente, pagos e historial.',
    missing: noOrder,
  },
  'order-detail.delay': {
    title: 'Demorar',
    text: 'Suma minutos al horario prometido y le avisa al cliente.',
    missing: 'Aparece en un pedido que todavía no terminó.',
  },
  'order-detail.save': {
    title: 'Guardar',
    text: 'El botón del paso que sigue guarda al instante, también sin conexión. Durante 5 segundos se puede deshacer.',
    missing: 'Aparece en un pedido que todavía no terminó.',
  },
  'order-detail.reject': {
    title: 'Rechazar',
    text: 'Pide un motivo, que el cliente va a leer.',
    missing: 'Aparece en un pedido que todavía no terminó.',
  },
  'mass-actions.open': {
    title: 'Varios a la vez',
    text: 'Este botón abre la modificación masiva.',
    missing: 'En el celular está en el menú «⋮» del tablero.',
  },
  'mass-actions.accept': {
    title: 'Aceptar pendientes',
    text: 'Acepta de una vez todos los pedidos que esperan.',
  },
  'mass-actions.finish': {
    title: 'Finalizar por tipo',
    text: 'Finaliza todos los pedidos de un tipo, por ejemplo al cerrar el salón.',
  },
  'new-order.button': {
    title: 'Nuevo pedido',
    text: 'Está en todas las pantallas.',
    missing: 'Aparece cuando la tienda ofrece algún servicio.',
  },
  'new-order.type': {
    title: 'Tipo de pedido',
    text: 'Elegí si es para el local, para llevar o para enviar.',
  },
  'new-order.code': {
    title: 'Código',
    text: 'Si es para una mesa o un lugar de la barra, elegí su código.',
    missing: 'Aparece cuando la tienda tiene códigos.',
  },
  'catalog.search': {
    title: 'Buscar',
    text: 'Escribí parte del nombre. Con Enter se agrega el primer resultado.',
  },
  'catalog.add': {
    title: 'Agregar',
    text: 'Tocá la foto para agregar uno. Después aparecen los botones para sumar y restar.',
    missing: 'Aparece cuando el catálogo tiene productos.',
  },
  'catalog.additionals': {
    title: 'Adicionales',
    text: 'Si el producto tiene opciones, al agregarlo se eligen. Tocando el nombre se ven antes, y se escribe una aclaración.',
    missing: 'Aparece cuando el catálogo tiene productos.',
  },
  'catalog.detail': {
    title: 'Detalle del pedido',
    text: 'Acá está lo que vas cargando, con su total.',
  },
  'checkout.payment': {
    title: 'Forma de pago',
    text: 'Elegí una o varias. Con efectivo se calcula el vuelto.',
    missing: 'El pedido de una mesa se cobra con la mesa.',
  },
  'checkout.discount': {
    title: 'Descuento',
    text: 'Un porcentaje, un importe o un código promocional.',
    missing: 'Aparece si tenés permiso para hacer descuentos.',
  },
  'checkout.schedule': {
    title: 'Horario',
    text: 'Lo antes posible, o un día y una hora.',
  },
  'checkout.finish': {
    title: 'Finalizar',
    text: 'Si falta algo, te dice qué. Sin conexión el pedido queda guardado y se envía solo.',
  },
  'maps-codes.maps': {
    title: 'Mapas',
    text: 'Cada mapa es un sector del local. Tocá una mesa para cargarle un pedido.',
  },
  'maps-codes.colours': {
    title: 'Colores',
    text: 'El color y la forma dicen cómo está cada mesa: libre, abierta, con pedidos pendientes o pagando.',
  },
  'maps-codes.codes': {
    title: 'Códigos',
    text: 'Las mismas mesas como lista, con los lugares que no están en un mapa.',
    missing: 'Está en el menú.',
  },
  'maps-codes.camera': {
    title: 'Cámara',
    text: 'Con la cámara del celular leés el QR de la mesa. El botón está en «Nuevo pedido».',
    missing: 'Aparece en pantallas chicas.',
  },
  'group-create.code': {
    title: 'Elegir código',
    text: 'Tocá una mesa libre para abrirla.',
    missing: 'Ahora no hay una mesa libre.',
  },
  'group-create.people': {
    title: 'Personas',
    text: 'Cuántas son. Sirve para dividir la cuenta.',
    missing: 'Ahora no hay una mesa libre.',
  },
  'group-create.seller': {
    title: 'Vendedor',
    text: 'Quién atiende la mesa.',
    missing: 'Ahora no hay una mesa libre.',
  },
  'group-detail.detail': {
    title: 'Detalle de la mesa',
    text: 'Sus pedidos, quién la atiende y cuánto lleva abierta.',
    missing: noTable,
  },
  'group-detail.add': { title: 'Agregar pedido', text: 'Carga otro pedido en la misma cuenta.', missing: noTable },
  'group-detail.change': {
    title: 'Cambiar',
    text: 'En este menú: cambiar de mesa, mover productos, juntar mesas y dividir la cuenta.',
    missing: noTable,
  },
  'group-detail.charge': { title: 'Cobrar', text: 'Cargá con qué paga, o las partes de cada uno.', missing: noTable },
  'group-detail.finish': {
    title: 'Finalizar',
    text: 'Cierra la mesa y sus pedidos. La mesa queda libre.',
    missing: noTable,
  },
  'cashbox.open': {
    title: 'Abrir la caja',
    text: 'Se abre con el efectivo con el que empieza el turno.',
    missing: 'La caja ya está abierta.',
  },
  'cashbox.flows': {
    title: 'Movimientos',
    text: 'Registrá lo que entra o sale sin ser una venta: cambio, retiros, proveedores.',
    missing: closedRegister,
  },
  'cashbox.close': {
    title: 'Cerrar la caja',
    text: 'Contás el efectivo y ves la diferencia con lo esperado.',
    missing: closedRegister,
  },
  'sound.never': { title: 'Nunca', text: 'Este dispositivo no suena.' },
  'sound.once': { title: 'Una vez', text: 'Suena una vez por cada pedido nuevo.' },
  'sound.always': { title: 'Siempre', text: 'Suena cada 10 segundos mientras haya pedidos pendientes.' },
  'printers.service': {
    title: 'Servicio local',
    text: 'QZ Tray es el programa que le pasa los tickets a la impresora de esta computadora.',
    missing: 'Está en la configuración de cada tipo de ticket.',
  },
  'printers.printpoint': {
    title: 'Punto de impresión',
    text: 'Con él, los demás dispositivos pueden imprimir en esta computadora.',
  },
  'printers.commander': { title: 'Comandas', text: 'Elegí qué impresora recibe lo que va a la cocina.' },
  'printers.automatic': {
    title: 'Automático',
    text: 'Con esto cada pedido aceptado se imprime solo, una vez.',
    missing: 'Aparece al editar «Comandas».',
  },
  'profile.data': { title: 'Tus datos', text: 'Tu nombre, tu correo y tu teléfono.' },
  'profile.notifications': {
    title: 'Notificaciones',
    text: 'Qué te avisamos y por dónde.',
    missing: 'Aparece para quienes reciben avisos de pedidos.',
  },
  'profile.password': { title: 'Contraseña', text: 'Al cambiarla se cierra tu sesión en los demás dispositivos.' },
};
