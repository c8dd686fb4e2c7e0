import type { CardErrorCode } from '#domain/card-form.ts';

/** The card provider's codes (Y-29 to Y-44); the specification gives no words for them. */
export const cardErrorTexts: Readonly<Record<CardErrorCode, string>> = {
  '205': 'Ingresá el número de tu tarjeta.',
  '208': 'Elegí el mes de vencimiento.',
  '209': 'Elegí el año de vencimiento.',
  '212': 'Ingresá tu tipo de documento.',
  '213': 'Ingresá tu documento.',
  '214': 'Ingresá tu documento.',
  '220': 'Ingresá tu banco.',
  '221': 'Ingresá el nombre y apellido del titular.',
  '224': 'Ingresá el código de seguridad.',
  E301: 'Ingresá un número de tarjeta válido.',
  E302: 'Revisá el código de seguridad.',
  '316': 'Ingresá un nombre de titular válido.',
  '322': 'El tipo de documento es inválido.',
  '323': 'Revisá tu documento.',
  '324': 'El documento es inválido.',
  '325': 'El mes de vencimiento es inválido.',
  '326': 'El año de vencimiento es inválido.',
};

/** Y-28. */
export const cardErrorGeneral = 'Encontramos un error en los datos ingresados, por favor verifíquelos.';

/** The sentence of a code; an unknown one gets the general sentence (Y-28). */
export const cardErrorText = (code: CardErrorCode | 'unknown'): string =>
  code === 'unknown' ? cardErrorGeneral : cardErrorTexts[code];
