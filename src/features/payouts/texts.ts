export const payoutTexts = {
  title: 'Rendiciones de dinero',
  button: (count: number): string =>
    count === 1 ? 'Rendiciones de dinero, 1 pendiente' : `Rendiciones de dinero, ${count} pendientes`,
  empty: 'No se encontraron rendiciones de dinero.',
  loading: 'Cargando las rendiciones…',
  offlineEmpty: 'Necesitás conexión para ver las rendiciones.',
  arrival: (rider: string | null, when: string): string =>
    `${rider === null ? 'Cadete' : `Cadete: ${rider}`} · ${when}`,
  instruction: 'Entregale este código al cadete una vez que verifiques el importe.',
  code: 'Código: ',
  dots: '••••',
  hidden: 'oculto',
  show: 'Mostrar código',
  hide: 'Ocultar código',
  confirm: 'Confirmar',
  confirmTitle: '¿Confirmar la rendición?',
  confirmText: (amount: string, rider: string | null): string =>
    `${rider === null ? 'El cadete' : rider} te entregó ${amount} y ya contaste el dinero.`,
  confirmLabel: 'Confirmar rendición',
  confirmed: (amount: string): string => `Rendición de ${amount} confirmada.`,
  needsNetwork: 'Necesitás conexión para confirmar.',
  arrived: 'Nuevas rendiciones de dinero.',
  see: 'Ver',
} as const;
