import { durationLabel } from '#texts/time.ts';

export const mapsTexts = {
  title: 'Mapas',
  /** G-03. */
  none: 'No se encontraron mapas.',
  tabs: 'Mapas de la tienda',
  list: (map: string): string => `Lugares de ${map}`,
  plan: (map: string): string => `Plano de ${map}`,
  /** How many places of a map are in its state. */
  counts: {
    waiting: (count: number): string => (count === 1 ? '1 con pendientes' : `${count} con pendientes`),
    paying: (count: number): string => (count === 1 ? '1 pagando' : `${count} pagando`),
    open: (count: number): string => (count === 1 ? '1 abierta' : `${count} abiertas`),
  },
  /** Instead of the drawing; `why` is a sentence. */
  noDrawing: (why: string): string => `El plano no se pudo cargar. ${why} Los lugares están en la lista.`,
  drawingOffline: 'Este dispositivo no tiene guardado el plano, y no hay conexión. Los lugares están en la lista.',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  fit: 'Ver todo el plano',
  /** Shown while the device hears nothing of other devices. */
  statesOf: (hour: string): string => `Estados de las ${hour}`,
} as const;

/** How long a table has been open, from whole minutes. */
export const openForText = (minutes: number): string => (minutes < 1 ? 'recién' : `hace ${durationLabel(minutes)}`);
