import { plainSubmission } from '#testing/submission.ts';
import { describe, expect, it } from 'vitest';
import { instant } from '#domain/time.ts';
import { commandTexts } from './commands.ts';
import { orderCreate } from './order/create.ts';
import { orderDelay } from './order/delay.ts';
import { orderReject } from './order/reject.ts';
import { orderStatus } from './order/status.ts';
import { ticketMessageCommand } from './ticket/message.ts';

const uid = '0191f6e0-0000-7000-8000-000000000001';
const store = { storeId: 1, currency: { symbol: '$ ', decimals: 2 } };
const at = instant(0);
const status = (to: 'ACCEPTED' | 'REJECTED') =>
  orderStatus.request(uid, { ...store, to, at, delayMinutes: 0 }, 'PENDING');
const create = (description: string | null) =>
  orderCreate.request(
    uid,
    {
      ...store,
      code: null,
      promocodes: [],
      at,
      readyBy: null,
      submission: plainSubmission([], { uid, total: 1_200, description }),
    },
    null,
  );
const reject = orderReject.request(uid, { ...store, reason: 'closed', sentence: '' }, 'PENDING');
const delay = orderDelay.request(uid, { ...store, minutes: 10, at }, null);
const message = ticketMessageCommand.request('5', { storeId: 1, ticketId: 5, hash: 'h', message: 'Hola', at }, null);
const unknown = { type: 'order.fly/1', body: {} };

describe('how a command is told', () => {
  it.each([
    [status('REJECTED'), 123, 'Pedido 123 a Rechazado', 'Tu cambio a Rechazado no se aplicó.'],
    [status('ACCEPTED'), null, 'Pedido nuevo a Aceptado', 'Tu cambio a Aceptado no se aplicó.'],
    [reject, 123, 'Pedido 123 a Rechazado · La tienda está cerrada', 'Tu cambio a Rechazado no se aplicó.'],
    [delay, 123, 'Pedido 123 · +10 min', 'Tu demora de +10 min no se aplicó.'],
    [create('Lucía'), null, 'Pedido nuevo · Lucía · $\u00A01.200,00', 'El pedido no se tomó.'],
    [create(null), 7, 'Pedido nuevo · $\u00A01.200,00', 'El pedido no se tomó.'],
    [message, null, 'Mensaje a soporte · Hola', 'Tu mensaje no se envió.'],
    [unknown, 123, 'Pedido 123', 'Tu cambio no se aplicó.'],
    [unknown, null, 'Cambio de otra versión', 'Tu cambio no se aplicó.'],
    [{ ...delay, body: { ...store, minutes: 7 } }, null, 'Cambio de otra versión', 'Tu cambio no se aplicó.'],
  ])('%o (D-07)', (command, number, title, notApplied) => {
    const texts = commandTexts(command);
    expect([texts.title(number), texts.notApplied]).toEqual([title, notApplied]);
  });

  it('a command is known by its name, not by the shape of its body', () => {
    expect(orderDelay.read({ ...delay, type: 'order.status/1' })).toBeNull();
    expect(orderStatus.read(delay)).toBeNull();
    expect(orderDelay.read(delay)).toMatchObject({ minutes: 10 });
  });
});
