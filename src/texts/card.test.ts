import { describe, expect, it } from 'vitest';
import { cardErrorCodes } from '#domain/card-form.ts';
import { cardErrorText, cardErrorTexts } from './card.ts';

describe('the codes of the card provider', () => {
  it.each([
    ['enter card number (Y-29)', '205', 'Ingresá el número de tu tarjeta.'],
    ['choose expiry month (Y-30)', '208', 'Elegí el mes de vencimiento.'],
    ['choose expiry year (Y-31)', '209', 'Elegí el año de vencimiento.'],
    ['enter document type (Y-32)', '212', 'Ingresá tu tipo de documento.'],
    ['enter document, the first code (Y-33)', '213', 'Ingresá tu documento.'],
    ['enter document, the second code (Y-33)', '214', 'Ingresá tu documento.'],
    ['enter bank (Y-34)', '220', 'Ingresá tu banco.'],
    ['enter cardholder (Y-35)', '221', 'Ingresá el nombre y apellido del titular.'],
    ['enter security code (Y-36)', '224', 'Ingresá el código de seguridad.'],
    ['valid card number (Y-37)', 'E301', 'Ingresá un número de tarjeta válido.'],
    ['check security code (Y-38)', 'E302', 'Revisá el código de seguridad.'],
    ['valid cardholder (Y-39)', '316', 'Ingresá un nombre de titular válido.'],
    ['invalid document type (Y-40)', '322', 'El tipo de documento es inválido.'],
    ['check document (Y-41)', '323', 'Revisá tu documento.'],
    ['invalid document (Y-42)', '324', 'El documento es inválido.'],
    ['invalid expiry month (Y-43)', '325', 'El mes de vencimiento es inválido.'],
    ['invalid expiry year (Y-44)', '326', 'El año de vencimiento es inválido.'],
  ] as const)('%s', (_, code, sentence) => expect(cardErrorText(code)).toBe(sentence));

  it('each has a sentence, and an unknown one the general sentence', () => {
    expect(Object.keys(cardErrorTexts).toSorted()).toEqual([...cardErrorCodes].toSorted());
    expect(cardErrorText('unknown')).toBe('Encontramos un error en los datos ingresados, por favor verifíquelos.');
  });
});
