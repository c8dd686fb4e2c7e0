/** Keys of one part of the app, with what each does. */
export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly (readonly [keys: string, does: string])[];
}

export const keyTexts = {
  title: 'Atajos de teclado',
  everywhere: 'En todas las pantallas',
  single: 'Atajos de una sola tecla',
  singleHint: 'Se guarda en este dispositivo. Nunca actúan mientras escribís.',
} as const;

/** The keys of every screen. */
export const globalKeys = {
  order: ['N', 'Nuevo pedido'],
  board: ['T', 'Tablero de pedidos'],
  maps: ['M', 'Mapas'],
  codes: ['C', 'Códigos'],
  cashbox: ['J', 'Caja'],
  search: ['/', 'Buscar'],
  help: ['?', 'Ver estos atajos'],
} as const;

export const boardKeys: KeyGroup = {
  title: 'En el tablero',
  keys: [
    ['Flechas', 'Ir de un pedido a otro'],
    ['Enter', 'Abrir el pedido'],
    ['Alt + ← →', 'Mover a otra columna'],
    ['A', 'Aceptar'],
    ['F', 'Finalizar'],
    ['R', 'Rechazar'],
    ['P', 'Imprimir la comanda'],
    ['Ctrl + Z', 'Deshacer'],
  ],
};

export const catalogKeys: KeyGroup = {
  title: 'En el catálogo',
  keys: [
    ['Ctrl + F', 'Buscar un producto'],
    ['Enter', 'Agregar el primer resultado'],
    ['AvPág', 'Quitar uno del primer resultado'],
    ['Esc', 'Cerrar la búsqueda'],
    ['+ −', 'Agregar o quitar uno'],
    ['Ctrl + Enter', 'Siguiente'],
  ],
};

export const formKeys: KeyGroup = {
  title: 'Al cargar y guardar',
  keys: [
    ['Ctrl + Enter', 'Finalizar el pedido'],
    ['Ctrl + S', 'Guardar el perfil'],
  ],
};
