import { describe, expect, it } from 'vitest';
import { instant } from '#domain/time.ts';
import type { NotApplied } from './changes.ts';
import { notAppliedText } from './changes.ts';

const zone = 'America/Argentina/Buenos_Aires';
const at = instant(Date.parse('2026-11-21T23:14:00Z'));
const now = instant(Date.parse('2026-11-22T01:00:00Z'));
const status = { notApplied: 'Tu cambio a Rechazado no se aplicó.', creates: false };
const create = { notApplied: 'El pedido no se tomó.', creates: true };

const why = (more: Partial<NotApplied>): NotApplied => ({
  change: status,
  kind: 'refused',
  code: 'forbidden',
  message: '',
  found: null,
  by: null,
  at: null,
  isSame: false,
  ...more,
});
const conflict = { code: 'conflict', message: 'El pedido fue modificado desde otro dispositivo.' } as const;

describe('why a change was not applied', () => {
  it.each([
    [
      'who was first, and when',
      { ...conflict, found: 'COMPLETE', by: 'Ana', at },
      'El pedido 123 ya fue Entregado por Ana 20:14. Tu cambio a Rechazado no se aplicó.',
    ],
    [
      'who has done the same before',
      { ...conflict, found: 'COMPLETE', by: 'Ana', at, isSame: true },
      'El pedido 123 ya fue Entregado por Ana 20:14.',
    ],
    [
      'as much as the server said',
      { ...conflict, found: 'DELIVER' },
      'El pedido 123 ya pasó a Por entregar. Tu cambio a Rechazado no se aplicó.',
    ],
    [
      'a delay that came too late',
      {
        ...conflict,
        change: { notApplied: 'Tu demora de +10 min no se aplicó.', creates: false },
        found: 'COMPLETE',
        by: 'Ana',
      },
      'El pedido 123 ya fue Entregado por Ana. Tu demora de +10 min no se aplicó.',
    ],
    [
      'a conflict without the present state',
      conflict,
      'El pedido fue modificado desde otro dispositivo. Tu cambio a Rechazado no se aplicó.',
    ],
    [
      'who has ended a table before',
      {
        ...conflict,
        change: { notApplied: 'El cambio de Mesa 5 no se aplicó.', place: 'Mesa 5', creates: false },
        found: 'COMPLETE',
        by: 'Ana',
        at,
      },
      'Mesa 5 ya fue finalizada por Ana 20:14. El cambio de Mesa 5 no se aplicó.',
    ],
    [
      "the server's own sentence, and what was not done",
      { message: 'La caja está cerrada.' },
      'La caja está cerrada. Tu cambio a Rechazado no se aplicó.',
    ],
    [
      'our sentence for its code, when it has none',
      { code: 'idempotency_mismatch' },
      'La petición no es válida. Tu cambio a Rechazado no se aplicó.',
    ],
    ['never sent', { kind: 'expired', code: 'expired' }, 'Pasó demasiado tiempo y no se envió.'],
    ['of somebody who is not our server', { code: null, message: 'Forbidden' }, 'Tu cambio a Rechazado no se aplicó.'],
    ['an order not taken', { change: create, code: null }, 'El pedido no se tomó.'],
  ] as const)('%s (offline engine, What people see; D-07)', (_, more, text) => {
    expect(notAppliedText(why(more), 123, now, zone)).toBe(text);
  });

  it('names the day of what happened on another', () => {
    const later = instant(Date.parse('2026-11-23T12:00:00Z'));
    expect(notAppliedText(why({ ...conflict, found: 'COMPLETE', by: 'Ana', at }), 123, later, zone)).toBe(
      'El pedido 123 ya fue Entregado por Ana sáb 21 nov 20:14. Tu cambio a Rechazado no se aplicó.',
    );
  });
});
