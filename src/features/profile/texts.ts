import { pushTexts } from '#texts/alerts.ts';

export const profileTexts = {
  title: 'Editar perfil de usuario',
  tabs: 'Perfil',
  general: 'General',
  password: 'Cambiar contraseña',
  back: 'Volver',
  save: 'Guardar',
  saved: 'Guardamos tu perfil.',
  offline: 'Sin conexión: podés ver tu perfil, pero no cambiarlo.',
  offlineSave: 'Necesitás conexión para guardar',
} as const;

export const generalTexts = {
  data: 'Tus datos',
  fullname: 'Nombre y apellido',
  email: 'Correo electrónico',
} as const;

export const noticeTexts = {
  title: 'Avisos',
  types: 'Qué te avisamos',
  orderNew: 'Pedidos nuevos',
  channels: 'Por dónde',
  database: 'Correo electrónico',
  push: 'Navegador',
  newOrderPush: 'Pedidos nuevos en el navegador',
  newOrderPushes: {
    always: { label: 'Siempre', hint: 'Apenas entra cada pedido' },
    unattended: { label: 'Sólo si nadie lo atendió', hint: 'Después de 15 segundos' },
  },
  states: {
    registered: 'Las notificaciones están activadas en este dispositivo.',
    unregistered: 'Este dispositivo todavía no recibe notificaciones.',
    ask: 'Este dispositivo todavía no recibe notificaciones.',
    denied: pushTexts.denied,
    unsupported: 'Este navegador no puede recibir notificaciones.',
    unconfigured: 'Este servidor no envía notificaciones al navegador.',
    unknown: 'No se sabe si este dispositivo recibe notificaciones.',
  },
  activate: 'Activar en este dispositivo',
} as const;

export const deviceTexts = {
  title: 'Dispositivos con tu sesión abierta',
  loading: 'Cargando tus dispositivos…',
  current: 'Este dispositivo',
  used: (when: string): string => `Último uso: ${when}`,
  end: 'Cerrar sesión',
  endOf: (device: string): string => `Cerrar sesión en ${device}`,
  askTitle: (device: string): string => `¿Cerrar la sesión en ${device}?`,
  askText: 'Ese dispositivo va a tener que volver a ingresar.',
  askCurrent: 'Vas a tener que volver a ingresar en este dispositivo.',
  ended: (device: string): string => `Cerramos la sesión en ${device}.`,
  offline: 'Necesitás conexión para ver tus dispositivos.',
} as const;

export const passwordTexts = {
  heading: 'Contraseña nueva',
  intro: 'Al cambiarla se cierra tu sesión en los demás dispositivos.',
  password: 'Contraseña',
  confirm: 'Confirmar contraseña',
  hint: '8 a 16 caracteres',
  username: 'Usuario',
  saved: 'Cambiamos tu contraseña. Cerramos tu sesión en los demás dispositivos.',
} as const;
