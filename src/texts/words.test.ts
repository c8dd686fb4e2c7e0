import { describe, expect, it } from 'vitest';
import { roles } from '#domain/roles.ts';
import { catalogTypes, whens } from '#domain/store.ts';
import { cashOptions } from '#domain/order.ts';
import { fieldText } from './fields.ts';
import { roleLabels } from './roles.ts';

describe('words', () => {
  it('each role has its label (S-11, H-46)', () => {
    expect(roles.map((r) => roleLabels[r])).toEqual(['Propietario', 'Encargado', 'Operador', 'Vendedor', 'Consultor']);
  });

  it.each([
    [fieldText({ rule: 'required' }), 'Este campo es obligatorio'],
    [fieldText({ rule: 'min-length', min: 8 }), 'Este campo debe tener al menos 8 caracteres'],
    [fieldText({ rule: 'max-length', max: 16 }), 'Este campo debe tener 16 caracteres como máximo'],
    [fieldText({ rule: 'min-value', min: 1 }), 'Este campo debe tener un valor mínimo de 1'],
    [fieldText({ rule: 'max-value', max: 9 }), 'Este campo debe tener un valor máximo de 9'],
    [fieldText({ rule: 'email' }), 'No es una dirección de correo electrónico válida'],
    [fieldText({ rule: 'equal', otherName: 'Contraseña' }), 'El valor debe ser igual al valor del campo Contraseña'],
    [fieldText({ rule: 'choose-type' }), 'Debe seleccionar un tipo'],
    [fieldText({ rule: 'phone' }), 'Teléfono inválido'],
    [fieldText({ rule: 'address' }), 'Seleccione una dirección válida.'],
  ])('%s (E-08, E-09, E-10, E-11, E-12, E-13, E-14, E-16)', (text, expected) => {
    expect(text).toBe(expected);
  });

  it('enumerations are closed (M-02, K-05, Y-04)', () => {
    expect(catalogTypes).toEqual(['LOCAL', 'TAKEAWAY', 'DELIVERY', 'ONLINE']);
    expect(whens).toEqual(['immediate', 'scheduled']);
    expect(cashOptions).toEqual(['exact', 'other']);
  });
});
