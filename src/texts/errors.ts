import type { ErrorCode } from '#domain/errors.ts';

/** The sentence of each error code. `params` replace {amount} and similar. */
export const errorTexts: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'La petición no es válida.',
  payload_too_large: 'La petición no es válida.',
  unauthenticated: 'Tu sesión venció, volvé a ingresar.',
  token_revoked: 'Tu sesión venció, volvé a ingresar.',
  invalid_credentials: 'El correo o la contraseña son incorrectos.',
  forbidden: 'No tenés permisos para realizar esta acción.',
  plan_required: 'Tu plan no incluye esta función.',
  not_found: 'No se encontró la información que buscaba.',
  conflict: 'El pedido fue modificado desde otro dispositivo.',
  in_progress: 'Demasiados intentos, aguarde un momento y vuelva a intentar.',
  too_early: 'Demasiados intentos, aguarde un momento y vuelva a intentar.',
  code_busy: 'El código ya tiene una mesa abierta.',
  group_closed: 'Esta mesa no está abierta. Abrila y volvé a enviar el pedido.',
  cashbox_settings_required: 'Configurá la caja para comenzar.',
  cashbox_open: 'Ya hay una caja abierta.',
  cashbox_closed: 'Debés abrir la caja para continuar.',
  cashbox_configured: 'La caja ya fue configurada.',
  cashbox_blind: 'Se muestra después de cerrar la caja.',
  not_paying: 'No hay un pago en curso.',
  ticket_closed: 'El ticket está finalizado.',
  already_billed: 'La factura ya fue emitida.',
  expired: 'Pasó demasiado tiempo y no se envió.',
  validation: 'Revisá los datos ingresados.',
  invalid_transition: 'El pedido no puede cambiar a ese estado.',
  total_mismatch: 'Los precios cambiaron, revisá el pedido.',
  order_minimum: 'Pedido mínimo: {amount}',
  out_of_zone: 'La dirección está fuera de la zona de entrega.',
  service_unavailable: 'El servicio no está disponible.',
  item_unavailable: 'Un producto ya no está disponible.',
  last_item: 'El pedido debe tener al menos un producto.',
  promocode_invalid: 'El código promocional no existe.',
  payment_rejected: 'El pago fue rechazado.',
  billing_unavailable: 'La facturación no está disponible.',
  otp_invalid: 'El código ingresado es incorrecto.',
  email_taken: 'El correo electrónico ya está registrado.',
  phone_taken: 'El teléfono ya está registrado.',
  idempotency_mismatch: 'La petición no es válida.',
  too_many_requests: 'Demasiados intentos, aguarde un momento y vuelva a intentar.',
  unavailable: 'El servidor no está disponible en este momento. Probá de nuevo en unos segundos.',
  disk_full: 'El servidor se quedó sin espacio en el disco. Avisá a quien lo administra: no se guardó nada.',
  internal: 'No se pudo procesar su solicitud, por favor intente en unos momentos.',
  no_response: 'Ocurrió un error con la petición.',
};

const ownWords = new Set<ErrorCode>(['no_response', 'not_found', 'too_many_requests']);

export interface FailureWords {
  readonly code: ErrorCode;
  readonly messages: readonly string[];
}

/**
 * The sentences for a failed call: our own without an answer, for 404 and for 429; else the server's (E-01 to E-05).
 */
export const failureSentences = ({ code, messages }: FailureWords): string[] =>
  ownWords.has(code) || messages.length === 0 ? [errorTexts[code]] : [...messages];

/** The same in one line. */
export const failureText = (failure: FailureWords): string => failureSentences(failure).join(' ');
