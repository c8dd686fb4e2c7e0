import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { memorySubmission } from './memory-catalog.ts';
import { MemoryShop, type ServerAnswer } from './memory-shop.ts';
import { readCreated, readOneOrder } from './read.ts';
import { createTestClock } from './test-clock.ts';
import { command, testStart } from './test-server.ts';

const newShop = () => new MemoryShop({ clock: createTestClock(testStart) });

describe('MemoryShop', () => {
  const post = (shop: MemoryShop, id: string = randomUUID(), orderUid: string = randomUUID()) =>
    shop.begin({
      method: 'POST',
      path: '/api/store/1/orders',
      headers: { 'Idempotency-Key': id },
      body: memorySubmission(orderUid),
      actorId: 1,
    });
  const idOf = ({ status, body }: ServerAnswer): number => readCreated({ status, headers: {}, text: '', body }).id;

  it('holds a command from begin to commit: its twin hears 409 in_progress and may ask again', async () => {
    const shop = newShop();
    const [id, orderUid] = [randomUUID(), randomUUID()];
    const first = post(shop, id, orderUid);
    const twin = await post(shop, id, orderUid).commit();
    expect([twin.status, twin.body, twin.headers['retry-after']]).toMatchObject([409, { code: 'in_progress' }, '1']);
    expect(shop.command(id)).toBeNull();
    expect((await first.commit()).status).toBe(201);
    expect((await post(shop, id, orderUid).commit()).headers['idempotent-replayed']).toBe('true');
    expect([shop.command(id), shop.orders().length, shop.effects.length]).toEqual([201, 1, 1]);
  });

  it('writes nothing of a call that was abandoned', async () => {
    const shop = newShop();
    const [id, orderUid] = [randomUUID(), randomUUID()];
    post(shop, id, orderUid).abandon();
    expect([shop.command(id), shop.orders(), shop.head('admin')]).toEqual([null, [], 0]);
    expect((await post(shop, id, orderUid).commit()).headers['idempotent-replayed']).toBeUndefined();
  });

  it('lets one of ten win that commit together from one revision, each effect and event once, without gaps (I6)', async () => {
    const shop = newShop();
    const heard: string[] = [];
    shop.onEvent(({ audience, change }) => heard.push(`${audience} ${change.store_seq} ${change.name}`));
    const order = idOf(await post(shop).commit());
    const calls = Array.from({ length: 10 }, (_, i) =>
      shop.begin({
        method: 'PATCH',
        path: `/store/1/orders/${order}`,
        headers: command({ rev: 1 }),
        body: { status: i % 2 ? 'ACCEPTED' : 'DELIVER' },
        actorId: 1,
      }),
    );
    const answers = await Promise.all(calls.map((c) => c.commit()));
    expect(answers.map((a) => a.status)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(shop.effects.map((e) => [e.kind, e.orderId, e.statusRevBefore, e.statusRevAfter, e.serverSeq])).toEqual([
      ['create', order, 0, 1, 1],
      ['status', order, 1, 2, 2],
    ]);
    expect(heard).toEqual([
      'admin 1 order-created',
      'store 1 code-updated',
      'admin 2 order-updated',
      'store 2 code-updated',
    ]);
    expect([shop.head('admin'), shop.head('store')]).toEqual([2, 2]);
  });

  it('shows a commit whole or not at all', async () => {
    const shop = newShop();
    const running = post(shop).commit();
    expect([shop.orders().length, shop.head('admin'), shop.changes('admin').changes]).toEqual([0, 0, []]);
    await running;
    expect([shop.orders().length, shop.head('admin'), shop.changes('admin', 0).changes.length]).toEqual([1, 1, 1]);
  });

  it('lets somebody else change an order', async () => {
    const shop = newShop();
    const orderId = idOf(await post(shop).commit());
    const moved = await shop.outside({ orderId, status: 'ACCEPTED' });
    expect(readOneOrder({ ...moved, text: '' }).status).toBe('ACCEPTED');
    expect((await shop.outside({ orderId, minutes: 15, actorId: 3 })).status).toBe(200);
    expect((await shop.outside({ orderId, reject_reason: 'by_user' })).status).toBe(200);
    expect(shop.effects.map((e) => [e.kind, e.actorId])).toEqual([
      ['create', 1],
      ['status', 2],
      ['delay', 3],
      ['reject', 2],
    ]);
    expect(shop.orders()[0]).toMatchObject({ status: 'REJECTED', ver: 4, status_rev: 3 });
  });
});
