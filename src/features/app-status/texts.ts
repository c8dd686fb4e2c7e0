import type { CheckLine, CheckResult } from '#domain/device-check.ts';

type LineWords = { readonly [L in CheckLine]: Readonly<Record<CheckResult<L>, string>> };

/** The name of each line of the check. */
export const lineNames: Readonly<Record<CheckLine, string>> = {
  network: 'Conexión',
  server: 'Servidor',
  realtime: 'Tiempo real',
  board: 'Prueba del tablero',
  unsent: 'Cambios por enviar',
  sound: 'Sonido',
  notifications: 'Notificaciones',
  printers: 'Impresión',
  clock: 'Reloj',
  storage: 'Almacenamiento protegido',
  battery: 'Batería',
  version: 'Versión',
  register: 'Caja',
};

/** What each result means, in a few words. */
export const resultWords: LineWords = {
  network: { online: 'Con conexión', offline: 'Sin conexión' },
  server: { answers: 'Responde', slow: 'Responde lento', silent: 'No responde', untried: 'Sin probar' },
  realtime: {
    arrives: 'Los avisos llegan',
    linked: 'Conectado',
    silent: 'Los avisos no llegan',
    unlinked: 'Reconectando…',
  },
  board: {
    works: 'Lo que llega se muestra',
    events: 'No llegan novedades',
    screen: 'La pantalla no se actualiza',
    untried: 'Se hace con el tablero abierto',
  },
  unsent: { none: 'Ninguno', waiting: 'Hay cambios pendientes', review: 'Hay cambios para revisar' },
  sound: {
    heard: 'Se escuchó',
    unheard: 'No se escuchó',
    ready: 'Permitido',
    locked: 'Bloqueado · Tocá para activar',
    refused: 'Bloqueado por el navegador',
    missing: 'Este navegador no lo tiene',
    off: 'Apagado en este dispositivo',
  },
  notifications: {
    granted: 'Permitidas',
    ask: 'Sin decidir',
    denied: 'Desactivadas',
    missing: 'Este navegador no las tiene',
  },
  printers: {
    printed: 'Salió la prueba',
    unprinted: 'No salió la prueba',
    failed: 'No se pudo imprimir la prueba',
    away: 'QZ Tray no está conectado',
    ready: 'Sin probar',
    none: 'Sin impresora en este dispositivo',
  },
  clock: { right: 'En hora', wrong: 'Fuera de hora', untried: 'Sin probar' },
  storage: { protected: 'Sí', evictable: 'No', full: 'Sin espacio', unknown: 'Este navegador no lo dice' },
  battery: {
    charging: 'Cargando',
    enough: 'Con carga',
    low: 'Con poca carga',
    unknown: 'Este navegador no lo dice',
  },
  version: { newest: 'La última', older: 'Hay una versión nueva', untried: '' },
  register: { open: 'Abierta', closed: 'Cerrada', none: 'No se usa en este dispositivo' },
};

/** The one thing to do about a result. */
export const fixes: { readonly [L in CheckLine]?: Readonly<Partial<Record<CheckResult<L>, string>>> } = {
  network: { offline: 'Revisá el wifi o los datos de este dispositivo.' },
  server: {
    slow: 'Acercá el dispositivo al router o probá con otra red.',
    silent: 'Revisá la conexión. Si los otros dispositivos tampoco entran, avisá a soporte.',
  },
  realtime: {
    silent: 'Recargá la aplicación. Si sigue igual, la red bloquea la conexión.',
    unlinked: 'Esperá unos segundos. Si sigue igual, recargá la aplicación.',
  },
  board: { events: 'Recargá la aplicación.', screen: 'Recargá la aplicación.' },
  unsent: {
    waiting: 'Se envían solos con conexión. No cierres la aplicación.',
    review: 'Abrí los cambios sin enviar desde la barra de arriba.',
  },
  sound: {
    unheard: 'Subí el volumen del dispositivo y revisá que no esté en silencio.',
    refused: 'Permití el sonido para este sitio en el navegador.',
    missing: 'Usá otro navegador en este dispositivo.',
  },
  printers: {
    unprinted: 'Revisá papel, cable y encendido de la impresora.',
    failed: 'Revisá papel, cable y encendido de la impresora.',
    away: 'Abrí QZ Tray en esta computadora.',
  },
  clock: { wrong: 'Activá la fecha y hora automáticas del dispositivo.' },
  storage: {
    evictable:
      'El navegador puede borrar lo que todavía no se envió. Instalá la aplicación o permití las notificaciones, y probá de nuevo.',
    full: 'Liberá espacio en el dispositivo.',
  },
  battery: { low: 'Conectá el cargador.' },
  register: { closed: 'Abrí la caja antes de tomar pedidos.' },
};

export const appTexts = {
  keys: 'Atajos de teclado',
  insecure: 'Esta dirección no es segura (http).',
  insecureText:
    'Con ella el navegador no permite abrir la aplicación sin conexión, recibir avisos con la aplicación cerrada, instalarla ni usar la cámara. Pedile a quien instaló Marche una dirección que empiece con https y abrila desde ahí.',
  fixPermissions: 'Permisos e instalación',
  activate: 'Activar',
  storageAsk: 'Proteger',
  configure: 'Configurar',
  goToRegister: 'Ir a la caja',
  waiting: (count: number): string => (count === 1 ? '1 pendiente' : `${count} pendientes`),
  toReview: (count: number): string => (count === 1 ? '1 para revisar' : `${count} para revisar`),
  unknown: 'Se sabrá al volver la conexión',
  look: 'Buscar actualización',
  upToDate: 'Tenés la última versión.',
  news: 'Novedades',
  newsFailed: 'No pudimos leer las novedades.',
  notices: 'Avisos',
  readMore: 'Leer más',
  newWindow: '(se abre en otra ventana)',
  empty: 'No hay elementos.',
};

export const checkTexts = {
  title: 'Revisión de apertura',
  about: 'Un minuto antes de abrir: red, avisos, sonido, impresora y lo demás de este dispositivo.',
  start: 'Revisar este dispositivo',
  again: 'Revisar de nuevo',
  running: 'Revisando…',
  heard: '¿Escuchaste el sonido?',
  repeat: 'Repetir',
  printed: '¿Salió el papel de prueba?',
  yes: 'Sí',
  no: 'No',
  ready: 'Todo listo para abrir.',
  toMend: (count: number): string =>
    count === 1 ? 'Queda 1 cosa por resolver.' : `Quedan ${count} cosas por resolver.`,
  notKept: 'Sin conexión, el resultado queda solo en esta pantalla.',
  slip: (store: string): readonly string[] => [store, 'Revisión de apertura'],
  devices: 'Revisiones de los dispositivos',
  devicesFailed: 'No pudimos leer las revisiones.',
  noDevices: 'Ningún dispositivo se revisó en los últimos 14 días.',
  unfinished: 'No terminó la revisión.',
  whose: (person: string, device: string): string => `${person} · ${device}`,
  wasReady: 'Todo listo',
};

export const traceTexts = {
  title: 'Registro de la cola',
  about: 'Los últimos movimientos de los cambios sin enviar en este dispositivo. No incluye datos personales.',
  empty: 'Todavía no hay movimientos.',
  copy: 'Copiar',
  copied: 'Registro copiado.',
  notCopied: 'No se pudo copiar. Probá con Descargar.',
  share: 'Compartir',
  save: 'Descargar',
};
