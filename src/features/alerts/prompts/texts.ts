/** The ledger prescribes the texts of R-30 and R-36 (D-08). */
export const promptTexts = {
  install: '¿Usás la aplicación con frecuencia?',
  installText: 'Instalala y abrila desde la pantalla de inicio, a pantalla completa.',
  installAction: 'Instalar',
  notNow: 'Ahora no',
  notifications: '¿Querés recibir notificaciones cuando un pedido cambie o se cancele?',
  notificationsText: 'Te avisamos también de los pedidos nuevos, aunque la aplicación esté cerrada.',
  accept: 'Aceptar',
  region: 'Sugerencia',

  drawer: 'Permisos e instalación',
  stepsTitle: 'Instalar la aplicación',
  installed: 'La aplicación ya está instalada en este dispositivo.',
  steps: {
    ios: [
      'Abrí esta página en Safari y tocá Compartir.',
      'Elegí «Agregar a inicio».',
      'Tocá «Agregar» y abrila desde la pantalla de inicio.',
    ],
    android: [
      'Tocá el menú ⋮ del navegador.',
      'Elegí «Instalar aplicación» o «Agregar a la pantalla principal».',
      'Confirmá y abrila desde la pantalla de inicio.',
    ],
    desktop: [
      'Buscá el ícono de instalar al final de la barra de direcciones, o abrí el menú del navegador.',
      'Elegí «Instalar».',
      'La aplicación se abre en su propia ventana.',
    ],
  },
  permissionsTitle: 'Permisos',
  notificationsName: 'Notificaciones',
  notificationsUse: 'Para avisarte de un pedido que nadie vio, aunque la aplicación esté cerrada.',
  soundName: 'Sonido',
  soundUse: 'Para que se oiga cada pedido nuevo.',
  states: {
    granted: 'Permitidas',
    ask: 'Sin decidir',
    denied: 'Desactivadas',
    missing: 'Este navegador no las tiene',
    unconfigured: 'Este servidor no envía notificaciones',
  },
  soundStates: {
    ready: 'Permitido',
    locked: 'Esperando el primer toque',
    refused: 'Bloqueado por el navegador',
    missing: 'Este navegador no lo tiene',
  },
  activate: 'Activar notificaciones',
} as const;
