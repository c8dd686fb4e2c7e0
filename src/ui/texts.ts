import { formatPercent } from '#domain/money.ts';

/** The Spanish texts of the ui components themselves. All other texts are props. */
export const uiTexts = {
  retry: 'Reintentar',
  close: 'Cerrar',
  cancel: 'Cancelar',
  undo: 'Deshacer',
  undone: 'Cambio deshecho',
  clear: 'Borrar',
  numberPad: 'Teclado numérico',
  decimals: 'Coma decimal',
  eraseLast: 'Borrar el último dígito',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  skipToContent: 'Saltar al contenido',
  discardTitle: '¿Descartar los cambios?',
  discardText: 'Lo que escribiste se pierde.',
  discardConfirm: 'Descartar',
  discardKeep: 'Seguir editando',
  loading: 'Cargando…',
  choose: 'Elegí una opción',
  noOptions: 'No hay elementos.',
  noResults: 'No se encontraron resultados.',
  less: (label: string) => `Restar: ${label}`,
  add: (label: string) => `Sumar: ${label}`,
  charactersLeft: (used: number, max: number) => `${used} de ${max}`,
  percent: formatPercent,
  notices: 'Avisos en pantalla',
  moreNotices: (count: number) => (count === 1 ? '+1 aviso' : `+${count} avisos`),
  updatedNow: 'Actualizado recién',
  updatedSecondsAgo: (seconds: number) => `Actualizado hace ${seconds} s`,
  updatedMinutesAgo: (minutes: number) => `Actualizado hace ${minutes} min`,
  updatedHoursAgo: (hours: number) => `Actualizado hace ${hours} h`,
  updatedDaysAgo: (days: number) => `Actualizado hace ${days} d`,
  /** The two lines of the sync pill (offline engine, What people see). */
  sync: {
    online: () => ['Conectado'],
    offline: (count: number) => (count === 0 ? ['Sin conexión'] : ['Sin conexión:', `${count} por enviar`]),
    sending: (count: number) => [`Enviando ${count}…`],
    attention: (count: number) => ['Atención:', `${count} para revisar`],
  },
  /** Screen readers read it before a notice. Sighted people see the icon. */
  spokenKinds: {
    info: 'Aviso: ',
    success: 'Listo: ',
    warning: 'Atención: ',
    error: 'Error: ',
    order: 'Pedido: ',
    message: 'Mensaje: ',
  },
  missingPart: 'No se pudo cargar. Se abre apenas haya conexión.',
  missingScreen: 'No se pudo cargar esta pantalla. Revisá la conexión y volvé a intentar.',
} as const;

/** Texts for a person who leaves while commands are unsent. */
export const unsentTexts = {
  flushing: (left: number): string => (left === 1 ? 'Enviando 1 acción…' : `Enviando ${left} acciones…`),
  unsentTitle: (count: number): string =>
    count === 1 ? 'Queda 1 acción sin enviar' : `Quedan ${count} acciones sin enviar`,
  reviewTitle: (count: number): string =>
    count === 1 ? 'Queda 1 acción para revisar' : `Quedan ${count} acciones para revisar`,
  sendNow: 'Enviar ahora',
  discardWord: 'DESCARTAR',
  discardLabel: 'Escribí DESCARTAR para confirmar',
};
