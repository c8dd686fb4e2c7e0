import type { Failure, TransitionRefusal } from '#domain/errors.ts';
import { errorTexts } from './errors.ts';

/** Why an order or a group cannot change. */
export const transitionTexts: Readonly<Record<TransitionRefusal, string>> = {
  unchanged: 'El pedido ya está en ese estado.',
  paying: 'El pedido se está pagando: no cambia de estado hasta que el pago termine.',
  'to-paying': 'Un pedido no vuelve a Pagando.',
  'needs-reason': 'Para rechazar un pedido hay que elegir un motivo.',
  'already-rejected': 'Este pedido ya fue rechazado.',
  'delay-after-end': 'Este pedido ya terminó: no se puede demorar.',
  'items-after-end': 'Este pedido ya terminó: no se puede cambiar.',
  'items-while-paying': 'Este pedido se está pagando: para quitarle productos, primero cancelá el pago.',
  'payments-after-end': 'Este pedido ya terminó: no se puede cambiar.',
  'payments-while-paying': 'Este pedido se está pagando: sus pagos no se pueden cambiar.',
  'group-unchanged': 'La mesa ya está en ese estado.',
  'group-paying': 'Esta mesa está pagando.',
  'group-ended': 'Esta mesa ya terminó: no se puede cambiar.',
  'group-reopen': 'Una mesa que terminó no se vuelve a abrir.',
};

/**
 * The sentence of a failure: `params.sentence`, else the reason of a refused transition, else the text of the code.
 * `params` replace {name}. A missing value stays visible as {name}, so that people notice it.
 */
export const errorText = ({ code, params = {}, transition }: Pick<Failure, 'code' | 'params' | 'transition'>): string =>
  (params['sentence'] ?? (transition ? transitionTexts[transition] : errorTexts[code])).replace(
    /\{(\w+)\}/g,
    (whole, name: string) => params[name] ?? whole,
  );
