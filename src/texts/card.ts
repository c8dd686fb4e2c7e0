import type { CardErrorCode } from '#domain/card-form.ts';

/** The card provider's codes (Y-29 to Y-44); the specification gives no words for them. */
export const cardErrorTexts: Readonly<Record<CardErrorCode, string>> = {
  '205': 'Ingresá el número de la tarjeta.',
  '208': 'Elegí el mes de vencimiento.',
  '209': 'Elegí el año de vencimiento.',
  '212': 'Elegí el tipo de documento.',
  '213': 'Ingresá el documento.',
  '214': 'Ingresá el documento.',
  '220': 'Ingresá el banco emisor.',
  '221': 'Ingresá el nombre del titular.',
  '224': 'Ingresá el código de seguridad.',
  E301: 'Revisá el número de la tarjeta.',
  E302: 'Revisá el código de seguridad.',
  '316': 'Revisá el nombre del titular.',
  '322': 'El tipo de documento no es válido.',
  '323': 'Revisá el documento.',
  '324': 'El documento no es válido.',
  '325': 'El mes de vencimiento no es válido.',
  '326': 'El año de vencimiento no es válido.',
};

/** Y-28. */
export const cardErrorGeneral = 'Encontramos un error en los datos ingresados, por favor verifíquelos.';

/** The sentence of a code; an unknown one gets the general sentence (Y-28). */
export const cardErrorText = (code: CardErrorCode | 'unknown'): string =>
  code === 'unknown' ? cardErrorGeneral : cardErrorTexts[code];
