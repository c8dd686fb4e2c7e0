export const addressMapTexts = {
  label: 'Mapa',
  pin: 'Pin de la dirección: movelo con las flechas y buscá con Enter',
  lookUp: 'Buscar acá',
  zoomIn: 'Acercar el mapa',
  zoomOut: 'Alejar el mapa',
  unreachable: 'No se pudo buscar la dirección. Probá de nuevo.',
  failed: 'No se pudo cargar el mapa. Podés buscar la dirección por escrito.',
} as const;
