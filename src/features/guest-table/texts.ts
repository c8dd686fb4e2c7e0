import type { GuestRequestKind, GuestRequestState } from '#domain/guest.ts';
import type { GuestBill } from '#contract/wire/guests.ts';

export const guestTexts = {
  navigation: 'Tu mesa',
  notice: 'Aviso',
  menu: 'Carta',
  table: 'Mi mesa',
  waitingCount: (count: number): string => (count === 1 ? '1 en espera' : `${count} en espera`),
  backToMenu: 'Volver a la carta',
  seeOrder: 'Ver el pedido',
  staff: 'Soy del equipo',
  loading: 'Cargando la carta',
  where: '¿En qué mesa estás?',
  whereText: 'Este código está en más de un comercio. Elegí el tuyo.',
  noPlace: 'Este código no está en uso.',
  noPlaceText: 'Escaneá el código que está en tu mesa. Si es ese, pedile la carta al mozo.',
  offlineNone: 'Necesitás conexión para ver la carta. Probá de nuevo cuando vuelva.',
  offline: 'Sin conexión. Lo que elegiste sigue acá; para enviarlo o llamar al mozo necesitás conexión.',
  scanAgain: 'Escaneá otra vez el código de la mesa.',
  scanAgainText: 'Escaneá otra vez el código de la mesa. Lo que elegiste sigue acá.',
  codeGone: 'Este código ya no está en uso. Escaneá el que está ahora en la mesa, o llamá al mozo.',
  closed: 'La tienda está cerrada. Podés ver la carta.',
  noOrders: 'Acá el pedido se le hace al mozo. Podés ver la carta y llamarlo.',
  note: 'Aclaraciones para el mozo',
  send: 'Enviar al mozo',
  sendHint: 'El mozo lo confirma antes de que se prepare.',
  sendOffline: 'Necesitás conexión para enviarlo.',
  sendNoOrders: 'Ahora no se toman pedidos desde la mesa.',
  stays: 'Lo que elegiste sigue acá.',
  doubt: 'Se cortó la conexión. Estamos preguntando si el pedido llegó: no lo envíes de nuevo.',
  sent: 'Le enviamos tu pedido al mozo.',
  callDoubt: 'Se cortó la conexión. Seguimos intentando avisarle al mozo.',
  callOffline: 'Necesitás conexión para avisarle al mozo.',
  asked: 'Lo que pediste',
  nothing: 'Todavía no pediste nada.',
  nothingText: 'Elegí en la carta, o llamá al mozo.',
  loadingTable: 'Cargando tu mesa',
  cancel: 'Cancelar',
  answeredMeanwhile: 'El mozo ya lo respondió.',
  again: 'Volver a elegirlo',
  reason: (reason: string): string => `Motivo: ${reason}`,
  noteOf: (note: string): string => `Aclaración: ${note}`,
  bill: 'La cuenta',
  noBill: 'Todavía no hay nada en la cuenta.',
  noBillText: 'Acá vas a ver lo que el mozo ya confirmó.',
  billPaying: 'La cuenta se está pagando.',
  subtotal: 'Subtotal',
  discount: 'Descuento',
  tip: 'Propina',
  total: 'Total',
  units: (quantity: number, name: string): string => `${quantity} × ${name}`,
} as const;

/** What the buttons of the calls say: before, and while the call waits. */
export const callLabels = {
  waiter: { ask: 'Llamar al mozo', waiting: 'Mozo avisado', done: 'Le avisamos al mozo.' },
  bill: { ask: 'Pedir la cuenta', waiting: 'Cuenta pedida', done: 'Le pedimos la cuenta al mozo.' },
} as const satisfies Partial<Record<GuestRequestKind, unknown>>;

export const requestTitles: Readonly<Record<GuestRequestKind, string>> = {
  order: 'Pedido',
  waiter: 'Llamado al mozo',
  bill: 'Pedido de la cuenta',
};

/** How a request stands, in the words for the guest. */
export function standingText(kind: GuestRequestKind, state: GuestRequestState, number: number | null): string {
  switch (state) {
    case 'waiting':
      return kind === 'order' ? 'Esperando que el mozo lo confirme' : 'El mozo ya está avisado';
    case 'accepted':
      if (kind !== 'order') return 'El mozo está en camino';
      return number === null ? 'Aceptado' : `Aceptado · Pedido Nro. ${number}`;
    case 'rejected':
      return kind === 'order' ? 'Rechazado' : 'El mozo no puede en este momento';
    case 'withdrawn':
      return 'Cancelado';
    case 'expired':
      return kind === 'order' ? 'Venció sin respuesta: no se preparó' : 'Venció sin respuesta';
  }
}

/** What a guest is told when somebody answers a request. */
export const answerText = (kind: GuestRequestKind, state: 'accepted' | 'rejected', number: number | null): string =>
  kind === 'order'
    ? state === 'accepted'
      ? number === null
        ? 'El mozo aceptó tu pedido.'
        : `El mozo aceptó tu pedido: es el Nro. ${number}.`
      : 'El mozo no pudo tomar tu pedido.'
    : `${standingText(kind, state, number)}.`;

export const isPaying = ({ status }: Pick<GuestBill, 'status'>): boolean => status === 'PAYING';
