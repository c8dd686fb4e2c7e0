export const codesTexts = {
  title: 'Códigos',
  /** G-06. */
  none: 'No se encontraron códigos.',
  search: 'Buscar...',
  /** The search found none. */
  noMatch: 'No se encontraron códigos.',
  list: 'Códigos de la tienda',
  table: 'Ver la mesa',
  labels: 'Imprimir etiquetas',
  labelsHint: 'Una etiqueta por código, en hojas A4 con marcas de corte',
  labelList: 'Etiquetas',
  qrOf: (description: string): string => `QR de ${description}`,
  print: 'Imprimir',
  close: 'Cerrar',
} as const;
