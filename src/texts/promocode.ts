import type { PromocodeRefusal } from '#domain/promocode.ts';

/** N-39. */
export const promocodeRefusals: Readonly<Record<PromocodeRefusal, string>> = {
  unknown: 'El código promocional no existe.',
  expired: 'El código promocional venció.',
  'not-applicable': 'El código promocional no aplica a este pedido.',
};
