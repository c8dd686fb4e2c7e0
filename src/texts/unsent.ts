/** Texts for a person who leaves while commands are unsent. */
export const unsentTexts = {
  flushing: (left: number): string => (left === 1 ? 'Enviando 1 acción…' : `Enviando ${left} acciones…`),
  unsentTitle: (count: number): string =>
    count === 1 ? 'Queda 1 acción sin enviar' : `Quedan ${count} acciones sin enviar`,
  reviewTitle: (count: number): string =>
    count === 1 ? 'Queda 1 acción para revisar' : `Quedan ${count} acciones para revisar`,
  sendNow: 'Enviar ahora',
  discardWord: 'DESCARTAR',
  discardLabel: 'Escribí DESCARTAR para confirmar',
};
