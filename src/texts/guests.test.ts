import { expect, it } from 'vitest';
import { askRefusals } from './guests.ts';

it('the limit of an order is said in the singular when it is one unit', () => {
  expect([1, 20].map(askRefusals.units)).toEqual([
    'Podés pedir hasta 1 unidad por pedido. Para pedir más, llamá al mozo.',
    'Podés pedir hasta 20 unidades por pedido. Para pedir más, llamá al mozo.',
  ]);
});
