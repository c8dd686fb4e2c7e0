import { describe, expect, it } from 'vitest';
import type { PendingWork } from '#data/orders/orders.ts';
import { instant } from '#domain/time.ts';
import { refusalText } from './refusal-notices.ts';

const zone = 'America/Argentina/Buenos_Aires';

type Refused = PendingWork['rejected'][number];

function refused(to: string, change: Partial<Omit<Refused, 'entry'>> = {}): Refused {
  return {
    kind: 'refused',
    code: 'forbidden',
    message: 'No tenés permisos para realizar esta acción.',
    found: null,
    by: null,
    at: null,
    ...change,
    entry: {
      seq: 1,
      cmdId: `cmd-${to}`,
      actor: 1,
      deviceId: 'd',
      type: 'order.status/1',
      lane: 'order:uid-123',
      entityType: 'order',
      entityId: 'uid-123',
      body: { storeId: 1, currency: { symbol: '$ ', decimals: 2 }, to, at: 0, delayMinutes: 0 },
      seen: 'PENDING',
      base: null,
      dependsOn: null,
      state: 'queued',
      attempts: 1,
      enqueuedAt: 0,
      ttlMs: 1,
      batchId: null,
      held: null,
      settling: null,
    },
  };
}

describe('the words of a refusal', () => {
  const conflict = { code: 'conflict', by: 'Ana', at: null };
  const now = instant(0);

  it('names the last of the changes that fell together (B-31)', () => {
    const items = [
      refused('ACCEPTED', { ...conflict, found: 'REJECTED' }),
      refused('DELIVER', { ...conflict, found: 'REJECTED' }),
    ];
    expect(refusalText(items, 123, now, zone)).toBe(
      'El pedido 123 ya fue Rechazado por Ana. Tu cambio a Por entregar no se aplicó.',
    );
  });

  it('names the order of a change that came too late', () => {
    expect(refusalText([refused('ACCEPTED', { code: 'expired', message: '', kind: 'expired' })], 123, now, zone)).toBe(
      'Pasó demasiado tiempo y el cambio del pedido 123 no se envió.',
    );
  });
});
