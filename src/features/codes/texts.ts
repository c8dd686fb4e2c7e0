export const codesTexts = {
  title: 'Códigos',
  /** G-06. */
  none: 'No se encontraron códigos.',
  search: 'Buscar...',
  /** The search found none. */
  noMatch: 'No se encontraron códigos.',
  list: 'Códigos de la tienda',
} as const;
