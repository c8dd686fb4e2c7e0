/** Texts about pushes on this device (R-40, B11). */
export const pushTexts = {
  denied: 'Las notificaciones están desactivadas en tu dispositivo.',
  howTo: 'Cómo activarlas',
  failed: 'No pudimos activar las notificaciones. Probá de nuevo en un rato.',
  activated: 'Listo: este dispositivo va a recibir notificaciones.',
  deniedFix: {
    ios: 'Activalas en Ajustes › Notificaciones › la aplicación instalada.',
    android: 'Tocá el candado de la barra de direcciones, «Permisos», y permití las notificaciones.',
    desktop: 'Hacé clic en el candado de la barra de direcciones y permití las notificaciones.',
  },
} as const;
