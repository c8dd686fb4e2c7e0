import type { SoundMode } from '#domain/alerts.ts';

const orders = (count: number): string => (count === 1 ? '1 pedido' : `${count} pedidos`);

export const alertTexts = {
  see: 'Ver',
  broken: {
    events: 'Este tablero no recibe novedades del servidor.',
    screen: 'Este tablero no muestra lo que llega.',
  },
  reload: 'Recargar',
  moreMessages: (count: number): string =>
    count === 1 ? 'Hay 1 aviso más en «Avisos».' : `Hay ${count} avisos más en «Avisos».`,
  newOrders: (count: number): string => `${count} pedidos nuevos`,
  arrivedMany: (count: number): string => `Entraron ${orders(count)}`,
  cancelled: (number: number | null): string => `Pedido ${number ?? ''} cancelado`,
  cancelledText: 'Ya no hay que prepararlo.',
  cancelledMany: (count: number): string => `${orders(count)} cancelados`,
  cancelledOnes: (numbers: readonly (number | null)[]): string => `Números ${numbers.join(', ')}`,
  gone: 'Ese pedido ya no está en este dispositivo.',
  notPending: (number: number | null, status: string): string => `El pedido ${number ?? ''} ya está ${status}.`,

  sound: 'Sonido de pedidos nuevos',
  soundModes: {
    never: 'Nunca',
    once: 'Una vez',
    always: 'Siempre',
  },
  soundHints: {
    never: 'Sin sonido en este dispositivo',
    once: 'Suena una vez por cada pedido nuevo',
    always: 'Suena cada 10 segundos mientras haya pendientes',
  },
  soundNow: (mode: SoundMode): string => `Sonido: ${mode === null ? 'nunca' : mode === 'once' ? 'una vez' : 'siempre'}`,
  volume: 'Volumen',
  volumes: { low: 'Bajo', middle: 'Medio', high: 'Alto' },
  test: 'Probar',
  tested: 'Así suena un pedido nuevo.',
  permissions: 'Permisos e instalación',
  locked: 'Tocá para activar el sonido',
  lockedShort: 'Tocá para activar',
  refused: 'El navegador no deja sonar esta página. Revisá el volumen y los permisos de sonido del sitio.',
  refusedShort: 'Bloqueado por el navegador',
  missing: 'Este navegador no puede reproducir sonidos.',
  missingShort: 'Sin sonido en este navegador',

  seenBy: 'Quién lo vio',
  seenNobody: 'Todavía no llegó a ningún dispositivo.',
  seenLoading: 'Cargando quién lo vio…',
  seenOffline: 'Necesitás conexión para saber quién lo vio.',
  arrivedAt: (when: string): string => `Llegó a las ${when}`,
  displayedAt: (when: string): string => `En pantalla a las ${when}`,
  soundedAt: (when: string): string => `Sonó a las ${when}`,
  acknowledgedAt: (who: string, device: string, when: string): string => `Lo vio ${who} en ${device} a las ${when}`,
  reached: (who: string, device: string): string => `${who} en ${device}`,
  pushed: (when: string): string => `Nadie lo oyó: se avisó a los celulares a las ${when}`,
  pushedSandbox: (when: string): string =>
    `Nadie lo oyó: a las ${when} se habría avisado a los celulares, pero este servidor no tiene cómo enviar notificaciones`,
  ownerTold: (when: string): string => `Se avisó al propietario a las ${when}`,
} as const;
