import { describe, expect, it } from 'vitest';
import { destinationLabel } from './order-taking.ts';

describe('who or where', () => {
  it.each([
    ['LOCAL', { description: 'Mesa 4' }, 'En Mesa 4'],
    ['LOCAL', null, 'En local'],
    ['TAKEAWAY', null, 'Take away'],
    ['DELIVERY', null, 'Enviar a'],
  ] as const)('%s with %j is «%s» (C-50, C-51, C-52)', (type, code, words) => {
    expect(destinationLabel({ type, code })).toBe(words);
  });
});
