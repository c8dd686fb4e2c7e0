import { qzDeniedText, qzPromptText } from '#texts/printing.ts';
import type { PrintRow } from '#domain/printing.ts';

export const configTexts = {
  title: 'Configuraciones del punto de venta',
  back: 'Volver a la pantalla principal',
  printing: 'Impresión',
  saved: 'Guardado',
} as const;

export const rowTexts: Readonly<Record<PrintRow, { readonly name: string; readonly title: string }>> = {
  commander: { name: 'Comandas', title: 'Configuración de la comandera' },
  summary: { name: 'Resumen de pedido', title: 'Configuración del resumen de pedido' },
  billing: { name: 'Facturación', title: 'Configuración de facturación' },
  cashbox: { name: 'Caja', title: 'Configuración de caja' },
};

export const printCardTexts = {
  none: 'Sin seleccionar',
  local: 'Impresión local',
  remote: 'Impresión remota',
  automatic: 'automática',
  byHand: 'a mano',
  /** Of a print point that is not in the list any more. */
  gone: 'punto de impresión que ya no está',
  edit: 'Editar',
  editOf: (name: string): string => `Editar ${name}`,
  test: 'Probar',
  testOf: (name: string): string => `Probar ${name}`,
  addPoint: 'Crear punto de impresión',
  editPoint: 'Editar punto de impresión',
  slip: (store: string, printer: string): readonly string[] => [store, `Prueba de ${printer}`],
} as const;

export const serviceTexts = {
  name: 'QZ Tray: ',
  pending: 'Conectando...',
  connected: 'Conectado',
  disconnected: 'Desconectado',
  allow: 'Si QZ Tray pregunta, elegí «Allow» (Permitir).',
  connect: 'Conectar',
  reconnect: 'Volver a conectar',
  prompt: qzPromptText,
  denied: qzDeniedText,
  download: 'Para imprimir en este dispositivo descargá e iniciá QZ Tray.',
  downloadLink: 'Descargar QZ Tray',
  steps: [
    'Descargá QZ Tray e instalalo en esta computadora.',
    'Abrilo: queda como un ícono junto al reloj.',
    'Para que no pregunte en cada impresión, guardá el certificado como override.crt en la carpeta de QZ Tray y abrilo de nuevo.',
  ],
  certificate: 'Descargar certificado',
} as const;

export const typeTexts = {
  destination: '¿Dónde se imprime?',
  loading: 'Obteniendo impresoras...',
  local: 'Conectada a éste dispositivo',
  missing: 'No está conectada ahora',
  remote: 'Punto de impresión remoto',
  noPrinters: 'No hay impresoras para elegir.',
  needsPoint: 'Para usar las impresoras de esta computadora, primero creá su punto de impresión.',
  toPoint: 'Punto de impresión de este dispositivo',
  automaticOf: {
    commander: 'Imprimir automáticamente',
    rejected: 'Imprimir los rechazos automáticamente',
    summary: 'Imprimir automáticamente',
    billing: 'Imprimir cada factura al emitirla',
    cashbox: 'Imprimir el cierre al cerrar la caja',
  },
  automaticHint: 'Sin esto se imprime solo a mano.',
  twin: (point: string): string =>
    `«${point}» también imprime comandas por sí solo en una impresora con este nombre. Si es la misma, cada comanda sale dos veces: dejá el automático en uno solo.`,
  sections: 'Impresora de cada sección',
  sameAs: (printer: string): string => `La misma (${printer})`,
  chooseFirst: 'Elegí una impresora.',
  needsNetwork: 'Necesitás conexión para usar una impresora nueva.',
  remove: 'Eliminar',
  cancel: 'Cancelar',
  save: 'Guardar',
} as const;

export const pointTexts = {
  title: 'Punto de impresión',
  back: 'Volver a la configuración',
  name: 'Nombre',
  nameHint: 'Como lo reconocen los demás: «Mostrador», «Cocina».',
  shared: 'Compartido',
  sharedHint: 'Los otros dispositivos de la tienda pueden imprimir acá.',
  types: '¿Qué pueden imprimir los demás acá?',
  save: 'Guardar',
  saved: 'Guardado',
  needsNetwork: 'Necesitás conexión para guardar el punto de impresión.',
  taken: 'Este dispositivo ya es un punto de impresión. Recargá la página para editarlo.',
} as const;
