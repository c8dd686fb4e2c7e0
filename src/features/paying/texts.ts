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
  ago: (seconds: number): string =>
    seconds < 60
      ? `hace ${seconds} s`
      : seconds < 3_600
        ? `hace ${Math.floor(seconds / 60)} min`
        : 'hace más de una hora',
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
  /** Y-50, Y-51. */
  ends: { approved: 'Pago aprobado', rejected: 'Pago rechazado', cancelled: 'Pago cancelado' },
} as const;
