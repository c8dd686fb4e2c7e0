/** Texts of the kitchen screen. */
export const kioskTexts = {
  title: 'Tablero de pedidos',
  bar: 'Pantalla de cocina',
  smaller: 'Achicar las letras',
  larger: 'Agrandar las letras',
  toLight: 'Pasar a tema claro',
  toDark: 'Pasar a tema oscuro',
  fullScreen: 'Pantalla completa',
  reload: 'Volver a cargar',
  leave: 'Salir de la pantalla de cocina',
  unpair: 'Desvincular esta pantalla',
  unpairText: 'Deja de mostrar los pedidos. Para volver a usarla hay que vincularla de nuevo.',
  unpairConfirm: 'Desvincular',
  more: 'Opciones de la pantalla',
  maySleep: 'La pantalla se puede apagar',
  maySleepHint: 'Este dispositivo no deja mantenerla encendida. Desactivá el apagado automático en sus ajustes.',
  dismiss: 'Cerrar aviso',
  understood: 'Entendido',
  lost: (count: number): string =>
    count === 1
      ? 'Se perdió 1 acción que no se había enviado.'
      : `Se perdieron ${count} acciones que no se habían enviado.`,
  disk: 'No se puede guardar en este dispositivo: los cambios no se toman.',
  gone: 'Este pedido ya no está en el tablero.',
} as const;
