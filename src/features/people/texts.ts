export const peopleTexts = {
  pin: 'PIN',
  people: 'Personas',
  loading: 'Cargando las personas…',
  offline: 'Necesitás conexión para usar un PIN.',
  forgotten: '¿Lo olvidó? Un encargado puede borrarlo en «Mi PIN», y crea otro.',
} as const;

export const personTexts = {
  title: '¿Quién usa el dispositivo?',
  confirm: 'Entrar',
  empty: 'Nadie más creó su PIN.',
  emptyHint: 'Cada persona crea el suyo en su propia sesión: menú de usuario, «Mi PIN».',
  ownFirst: 'Para compartir este dispositivo, primero creá tu PIN. Con él volvés a tu usuario.',
  create: 'Crear mi PIN',
  pinGone: (name: string): string =>
    `El PIN de ${name} fue borrado, y sus cambios no se envían. Quedan en «Para revisar»: aplicalos después de entrar con otro PIN.`,
  /** The device's own person has none, so nobody can give them the device back. */
  ownGone: (name: string): string =>
    `${name} no tiene PIN. Para volver a su usuario, cerrá la sesión: entra con su contraseña y crea otro.`,
  now: (name: string): string => `Ahora usa el dispositivo ${name}.`,
} as const;

export const ownPinTexts = {
  title: 'Mi PIN',
  about: 'Con tu PIN usás un dispositivo compartido sin cerrar la sesión, y autorizás acciones de otras personas.',
  has: 'Tenés un PIN. Si guardás otro, el anterior deja de servir.',
  fresh: 'PIN nuevo',
  repeat: 'Repetí el PIN',
  hint: 'De 4 a 6 números',
  save: 'Guardar',
  saved: 'Tu PIN quedó guardado.',
  remove: 'Borrar mi PIN',
  removed: (name: string): string => `El PIN de ${name} fue borrado.`,
  team: 'PIN del equipo',
  removeOf: (name: string): string => `Borrar el PIN de ${name}`,
  removeText: 'Lo que autorizó y todavía no se usó deja de valer. Después puede crear otro.',
  removeShort: 'Borrar',
} as const;

export const allowTexts = {
  title: 'Autorización',
  who: (what: string): string => `${what}: hace falta el PIN de una persona que pueda hacerlo.`,
  confirm: 'Autorizar',
  empty: 'Nadie que pueda autorizarlo creó su PIN.',
  emptyHint: 'Un encargado crea el suyo en su sesión: menú de usuario, «Mi PIN».',
} as const;
