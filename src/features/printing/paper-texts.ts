import { type Instant, minutes } from '#domain/time.ts';

export const paperTexts = {
  titles: {
    commander: 'Comanda',
    rejected: 'Pedido rechazado',
    summary: 'Resumen de pedido',
    group: 'Resumen de pedido',
    cashbox: 'Cierre de caja',
    report: 'Reporte de ventas',
    invoice: 'Factura',
  },
  preview: 'Vista previa',
  width: 'Ancho del papel',
  millimetres: (width: number): string => `${width} mm`,
  print: 'Imprimir',
  /** The page goes to the browser's own dialog. */
  printPage: 'Imprimir con el navegador',
  /** P-24. */
  noDestination: 'Configurá la forma de impresión.',
  noLogo: 'El logo de la tienda no se pudo leer como imagen: se imprime sin él.',
  close: 'Cerrar',
  /** Another device changed or removed the order meanwhile. */
  gone: 'Este pedido ya no está en la tienda.',
  notNow: 'El pedido cambió de estado: esta impresión ya no corresponde.',
} as const;

/** A printer on a USB cable of this device. */
export const usbTexts = {
  print: 'Imprimir por USB',
  another: 'Otra impresora USB',
  taken: 'El sistema de este dispositivo no suelta la impresora USB. Usá «Imprimir con el navegador».',
  'no-printer': 'Ese dispositivo USB no imprime tickets. Elegí otra impresora.',
  'no-paper': 'La impresora no tiene papel. No se envió nada.',
  unknown: (printer: string): string => `No sabemos si se imprimió en «${printer}». Mirá la impresora.`,
} as const;

export const handTexts = {
  /** To another print point. */
  sentAway: 'Enviada al punto de impresión.',
  tookIt: 'El punto de impresión la envió a su impresora.',
  nobodyTookIt: 'El punto de impresión no la tomó en 10 minutos.',
  retry: 'Reintentar',
  other: 'Usar otra',
  again: 'Reimprimir',
  configure: 'Configurar',
} as const;

export const deskTexts = {
  /** P-42. */
  noLocalPrinter: 'La impresión enviada no pudo ser realizada, debe configurarla con una impresora local',
  gone: 'Lo que se iba a imprimir ya no está en la tienda.',
  connect: 'Conectar',
} as const;

/** An order that is not on paper. */
export const unprintedTexts = {
  mark: {
    commander: 'Comanda sin imprimir',
    rejected: 'Anulación sin imprimir',
    summary: 'Resumen sin imprimir',
  },
  late: 'Ninguna computadora la imprimió.',
  failed: (printer: string | null): string =>
    printer === null ? 'El punto de impresión no pudo imprimirla.' : `No se pudo imprimir en «${printer}».`,
  unknown: (printer: string | null): string =>
    printer === null ? 'No sabemos si se imprimió.' : usbTexts.unknown(printer),
  since(at: Instant, now: Instant): string {
    const past = Math.floor((now - at) / minutes(1));
    return past < 1 ? 'hace menos de 1 min' : `hace ${past} min`;
  },
  print: 'Imprimir',
  again: 'Reimprimir',
  cameOut: 'Salió',
  known: 'En cocina ya lo saben',
} as const;
