import type { PaymentStanding } from '#domain/known-payments.ts';
import type { ProviderState } from '#domain/paying.ts';

export const payingTexts = {
  title: 'Pago en curso',
  back: 'Volver',
  loading: 'Cargando el pago…',
  qr: 'Código QR para pagar',
  scan: 'Escaneá el código con la app de tu banco o billetera.',
  show: 'Mostrar al cliente',
  shown: 'Código para pagar',
  sandbox: 'Modo de prueba: no se cobra nada.',
  asking: 'Pidiendo el código de cobro…',
  processing: 'Procesando el pago con tarjeta…',
  cancelling: 'Cancelando el pago…',
  /** In doubt nobody may charge again, so no button stands beside it. */
  doubt: 'Estamos verificando el pago. No cobres de nuevo.',
  checked: (age: string): string => `Consultado ${age}`,
  neverChecked: 'Todavía sin respuesta de Mercado Pago',
  expires: (clock: string): string => `Vence en ${clock}`,
  expired: 'Se venció el tiempo para pagar.',
  waitingNetwork: 'Esperando conexión para confirmar',
  offline: 'Necesitás conexión para cobrar.',
  none: 'No hay un pago en curso.',
  cancel: 'Cancelar pago',
  cancelOffline: 'Necesitás conexión para cancelar el pago',
  cancelTitle: '¿Cancelar el pago?',
  cancelText: 'El cliente ya no va a poder pagar con este código.',
  cancelConfirm: 'Sí, cancelar el pago',
  cancelKeep: 'Seguir esperando',
  /** C14. */
  retry: 'Reintentar',
  retrying: 'Se está pidiendo el cobro…',
  other: 'Otra forma de pago',
  payments: 'Los pagos',
  inProgress: 'Ver el pago en curso',
  /** Y-50, Y-51. */
  ends: { approved: 'Pago aprobado', rejected: 'Pago rechazado', cancelled: 'Pago cancelado' },
} as const;

/** 'hace 5 s', of what a provider last said. */
export const ageText = (seconds: number): string =>
  seconds < 60
    ? `hace ${seconds} s`
    : seconds < 3_600
      ? `hace ${Math.floor(seconds / 60)} min`
      : 'hace más de una hora';

export const knownPaymentsTexts = {
  title: 'Los pagos',
  loading: 'Cargando los pagos…',
  list: 'Pagos',
  none: 'Todavía no hay pagos cargados.',
  readAgain: 'Actualizar',
  readAgainOffline: 'Necesitás conexión para actualizar',
  offline: 'Sin conexión: los pagos se ven cuando vuelva.',
  offlineSince: (hour: string): string => `Sin conexión: lo último que se supo, de las ${hour}`,
  stale: (why: string, hour: string): string => `${why} Esto es lo último que se supo, de las ${hour}`,
  sandbox: 'Modo de prueba: no se cobra nada.',
  totals: { collected: 'Cobrado', due: 'A cobrar', doubt: 'En duda', returned: 'Devuelto' },
  doubt: (amount: string): string =>
    `Hay ${amount} en duda: todavía no se sabe si se cobró. No lo cuentes como cobrado.`,
  since: (when: string): string => `Desde ${when}`,
  recorded: (by: string, when: string): string => `Cargado por ${by} · ${when}`,
  recordedAt: (when: string): string => `Cargado ${when}`,
  returned: (by: string, when: string): string => `Devuelto por ${by} · ${when}`,
  askedBack: (by: string, when: string): string => `Pedido por ${by} · ${when}`,
  authorised: (by: string): string => `Autorizado por ${by}`,
  started: (by: string, when: string): string => `Iniciado por ${by} · ${when}`,
  startedAt: (when: string): string => `Iniciado ${when}`,
  attempt: (number: number, all: number): string => `Intento ${number} de ${all}`,
  card: (digits: string): string => `terminada en ${digits}`,
  says: (service: string, what: string): string => `${service}: ${what}`,
  silent: 'no respondió la última vez',
  neverSaid: 'sin respuesta todavía',
  checked: (age: string): string => `Consultado ${age}`,
  services: { mercadopago: 'Mercado Pago' } as Readonly<Record<string, string>>,
} as const;

/** Money that goes back by hand. */
export const refundTexts = {
  title: 'Devolver dinero',
  open: 'Devolver dinero',
  method: 'Cómo se devuelve',
  most: (amount: string): string => `Hasta ${amount}`,
  amount: 'Monto',
  reason: 'Motivo',
  reasonHint: 'Queda en la caja, con quién lo devolvió',
  needsPin: 'Al confirmar, pide el PIN de una persona que pueda autorizarlo.',
  offline: 'Necesitás conexión para devolver dinero.',
  save: 'Devolver',
  asked: (amount: string): string => `Devolver ${amount}`,
  done: (amount: string): string => `Se devolvieron ${amount}.`,
  byProvider: 'Vuelve por Mercado Pago a quien pagó. Entra en la caja cuando Mercado Pago lo confirma.',
  doubt: 'Se cortó la conexión. Estamos preguntando si la devolución se registró: no devuelvas de nuevo.',
  unknown: 'No sabemos si la devolución se registró. Mirá «Los pagos» antes de intentar de nuevo.',
  changed: 'Alguien devolvió dinero mientras tanto. Mirá en «Los pagos» cuánto queda.',
  askedProvider: (amount: string): string => `Se pidió a Mercado Pago devolver ${amount}.`,
} as const;

/** How a payment stands, in a word or two. */
export const standingLabels: Readonly<Record<PaymentStanding, string>> = {
  due: 'A cobrar',
  taken: 'Cobrado',
  dropped: 'No se cobra',
  asking: 'Pidiendo el cobro',
  waiting: 'Esperando el pago',
  doubt: 'En duda',
  cancelling: 'Cancelando',
  approved: 'Aprobado',
  rejected: 'Rechazado',
  cancelled: 'Cancelado',
  expired: 'Vencido',
  'called-off': 'Cancelación sin confirmar',
  returning: 'Devolviendo',
  returned: 'Devuelto',
  mismatch: 'A revisar',
  refunded: 'Devolución',
  refunding: 'Devolviendo',
  'refund-refused': 'No se devolvió',
};

/** What people have to know of a standing. */
export const standingHints: Partial<Readonly<Record<PaymentStanding, string>>> = {
  dropped: 'Se rechazó antes de cobrarlo.',
  doubt: 'No se sabe si se cobró. No cobres de nuevo.',
  cancelling: 'Falta saber si se canceló antes de que pagaran.',
  'called-off': 'Este pago ya no cuenta. Si llegara a cobrarse, se devuelve.',
  returning: 'El dinero se está devolviendo.',
  refunding: 'Mercado Pago todavía no confirmó la devolución.',
  'refund-refused': 'Mercado Pago no hizo la devolución. Probá de nuevo o devolvé el dinero en efectivo.',
  mismatch: 'Se cobró otro importe que el pedido. Revisalo en la cuenta de cobro.',
};

/** What a provider says of a payment. */
export const providerSays: Readonly<Record<ProviderState, string>> = {
  created: 'espera el pago',
  at_terminal: 'espera el pago',
  processed: 'pagado',
  failed: 'rechazado',
  canceled: 'cancelado',
  expired: 'vencido',
  action_required: 'le falta un paso a quien paga',
  refunded: 'devuelto',
};
