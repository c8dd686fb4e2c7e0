import { describe, expect, it } from 'vitest';
import { errorText } from './refusals.ts';
import { fieldText } from './fields.ts';
import { promocodeRefusals } from './order-taking.ts';

describe('sentences of the API (N-17, E-02, E-03)', () => {
  it.each([
    ['bad_request', 'La petición no es válida.'],
    ['unauthenticated', 'Tu sesión venció, volvé a ingresar.'],
    ['invalid_credentials', 'El correo o la contraseña son incorrectos.'],
    ['forbidden', 'No tenés permisos para realizar esta acción.'],
    ['plan_required', 'Tu plan no incluye esta función.'],
    ['not_found', 'No se encontró la información que buscaba.'],
    ['conflict', 'El pedido fue modificado desde otro dispositivo.'],
    ['code_busy', 'El código ya tiene una mesa abierta.'],
    ['cashbox_settings_required', 'Configurá la caja para comenzar.'],
    ['cashbox_open', 'Ya hay una caja abierta.'],
    ['cashbox_closed', 'Debés abrir la caja para continuar.'],
    ['cashbox_configured', 'La caja ya fue configurada.'],
    ['not_paying', 'No hay un pago en curso.'],
    ['expired', 'Pasó demasiado tiempo y no se envió.'],
    ['validation', 'Revisá los datos ingresados.'],
    ['invalid_transition', 'El pedido no puede cambiar a ese estado.'],
    ['total_mismatch', 'Los precios cambiaron, revisá el pedido.'],
    ['out_of_zone', 'La dirección está fuera de la zona de entrega.'],
    ['service_unavailable', 'El servicio no está disponible.'],
    ['item_unavailable', 'Un producto ya no está disponible.'],
    ['last_item', 'El pedido debe tener al menos un producto.'],
    ['promocode_invalid', 'El código promocional no existe.'],
    ['idempotency_mismatch', 'La petición no es válida.'],
    ['too_many_requests', 'Demasiados intentos, aguarde un momento y vuelva a intentar.'],
    ['internal', 'No se pudo procesar su solicitud, por favor intente en unos momentos.'],
    ['no_response', 'Ocurrió un error con la petición.'],
  ] as const)('%s: %s', (code, text) => {
    expect(errorText({ code })).toBe(text);
  });

  it('shows a value that nobody gave, instead of hiding it', () => {
    expect(errorText({ code: 'order_minimum' })).toBe('Pedido mínimo: {amount}');
  });
});

describe('sentences of a promo code (N-39)', () => {
  it.each([
    ['unknown', 'El código promocional no existe.'],
    ['expired', 'El código promocional venció.'],
    ['not-applicable', 'El código promocional no aplica a este pedido.'],
  ] as const)('%s: %s', (refused, sentence) => {
    expect(errorText({ code: 'promocode_invalid', params: { sentence: promocodeRefusals[refused] } })).toBe(sentence);
  });

  it('without a reason it does not exist', () => {
    expect(errorText({ code: 'promocode_invalid' })).toBe(promocodeRefusals.unknown);
  });
});

describe('sentences under a field (E-08 to E-14, E-16, A-13, Y-16)', () => {
  it.each([
    [{ rule: 'required' }, 'Este campo es obligatorio'],
    [{ rule: 'min-length', min: 8 }, 'Este campo debe tener al menos 8 caracteres'],
    [{ rule: 'max-length', max: 16 }, 'Este campo debe tener 16 caracteres como máximo'],
    [{ rule: 'min-value', min: 0 }, 'Este campo debe tener un valor mínimo de 0'],
    [{ rule: 'max-value', max: 100 }, 'Este campo debe tener un valor máximo de 100'],
    [{ rule: 'email' }, 'No es una dirección de correo electrónico válida'],
    [{ rule: 'equal', otherName: 'Contraseña' }, 'El valor debe ser igual al valor del campo Contraseña'],
    [{ rule: 'choose-type' }, 'Debe seleccionar un tipo'],
    [{ rule: 'phone' }, 'Teléfono inválido'],
    [{ rule: 'address' }, 'Seleccione una dirección válida.'],
    [{ rule: 'invalid' }, 'Es inválido'],
  ] as const)('%o: %s', (problem, text) => {
    expect(fieldText(problem)).toBe(text);
  });
});
