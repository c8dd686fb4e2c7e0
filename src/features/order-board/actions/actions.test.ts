import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { orderSnapshot } from '#commands/order/order-entity.ts';
import { currentOrder, queueOrderReject, takeBackUnsent } from '#data/orders/orders.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import type { Order, OrderStatus } from '#domain/order.ts';
import { rejectReasons } from '#domain/order.ts';
import { kept, moveOrder, tellMoved } from './move-order.ts';
import { buildOrder, buildStore } from '#testing/builders.ts';
import type { MemoryOutbox } from '#testing/memory-outbox.ts';
import { kitchenRole } from '#domain/roles.ts';
import { openOrderEngine } from '#testing/order-engine.ts';
import { toast } from '#ui/toast/toast.ts';
import { bulkSections, runBulk } from './bulk.ts';
import { reasonOfKey, reasonsByUse } from '#domain/order-rejection.ts';
import { bulkTexts, delayTexts, rejectTexts } from './texts.ts';

const store = buildStore();
const order = (n: number, status: OrderStatus, change: Partial<Order> = {}): Order =>
  buildOrder({ id: n, number: n, uid: `01939b1e-0000-7000-8000-00000000000${n}`, status, ...change });

const one = order(1, 'PENDING');
const two = order(2, 'PENDING');
const three = order(3, 'ACCEPTED', { type: 'DELIVERY' });
const four = order(4, 'DELIVER', { type: 'DELIVERY' });
const five = order(5, 'DELIVER', { type: 'TAKEAWAY' });
const orders = [one, two, three, four, five, order(6, 'COMPLETE', { type: 'DELIVERY' })];
let disk: MemoryOutbox;

beforeEach(async () => {
  disk = await openOrderEngine(store.id, orders);
});
afterEach(() => {
  toast.clear();
  useEngine.setState({ current: null });
});

const statuses = (): (OrderStatus | undefined)[] => orders.slice(0, 5).map((o) => currentOrder(o.uid)?.status);
const section = (id: string) => {
  const found = bulkSections(orders, store).find((s) => s.id === id);
  if (!found) throw new Error(`no section ${id}`);
  return found;
};
const said = (): (string | undefined)[] => toast.current().shown.map((t) => t.text);

describe('moving an order', () => {
  it('takes a second tap, while the first is on its way, for the same tap: one is queued (B-30)', async () => {
    const taps = await Promise.all([moveOrder(one, 'ACCEPTED', store), moveOrder(one, 'ACCEPTED', store)]);
    expect(taps).toEqual([true, false]);
    expect(disk.outbox.size).toBe(1);
    expect(currentOrder(one.uid)?.status).toBe('ACCEPTED');
  });

  it('offers the way back for 5 s, and none to those who may not go back', async () => {
    await moveOrder(one, 'ACCEPTED', store);
    await moveOrder(two, 'ACCEPTED', { ...store, pivot: { ...store.pivot, role: kitchenRole } });
    expect(toast.current().shown.map((t) => [t.text, t.action !== undefined])).toEqual([
      ['Pedido 1 pasó a Aceptados', true],
      ['Pedido 2 pasó a Aceptados', false],
    ]);
  });
});

describe('reasons of a rejection', () => {
  it('offers the twelve, those that the store uses most first (B-15, B-63, D4)', () => {
    expect(reasonsByUse([])).toEqual(rejectReasons);
    const used = reasonsByUse([
      { reject_reason: 'by_store' },
      { reject_reason: 'much_demand' },
      { reject_reason: 'by_store' },
      { reject_reason: null },
    ]);
    expect(used.slice(0, 3)).toEqual(['by_store', 'much_demand', 'closed']);
    expect(used.toSorted()).toEqual([...rejectReasons].toSorted());
  });

  it('takes a digit for the first ten (D4)', () => {
    expect([reasonOfKey(rejectReasons, '1'), reasonOfKey(rejectReasons, '9')]).toEqual(['closed', 'outdated_profile']);
    expect(reasonOfKey(rejectReasons, '0')).toBe('no_payments');
    expect([reasonOfKey(rejectReasons, 'a'), reasonOfKey(rejectReasons, 'Enter')]).toEqual([null, null]);
    expect([0, 8, 9].map(rejectTexts.key)).toEqual(['1', '9', '0']);
  });

  it('heads the dialogs with the number of the order (B-15)', () => {
    expect([rejectTexts.title(248), rejectTexts.title(null)]).toEqual([
      'Rechazar pedido N° 248',
      'Rechazar pedido nuevo',
    ]);
    expect(delayTexts.title(248)).toBe('Demorar pedido N° 248');
  });
});

describe('undoing a rejection', () => {
  it('takes it back for 5 s without a trace while it has not left (B-58, docs/screens.md)', async () => {
    const reject = { reason: 'by_store', sentence: 'La tienda canceló el pedido.' } as const;
    const cmdId = await kept(one, () => queueOrderReject(one, reject, store));
    tellMoved(one, 'REJECTED', store, () => takeBackUnsent(cmdId ?? ''));
    expect(statuses()[0]).toBe('REJECTED');
    expect(said()).toEqual(['Pedido 1 pasó a Rechazado']);
    expect(toast.current().shown[0]?.duration).toBe(5_000);
    expect(toast.undoLatest()).toBe(true);
    await vi.waitFor(() => expect(statuses()[0]).toBe('PENDING'));
    expect(disk.outbox.size).toBe(0);
  });

  it('queues the way back once the server may know of it (D-19)', async () => {
    const reject = { reason: 'by_store', sentence: 'La tienda canceló el pedido.' } as const;
    await queueOrderReject(one, reject, store);
    tellMoved(one, 'REJECTED', store, () => Promise.resolve(false));
    toast.undoLatest();
    await vi.waitFor(() => expect(statuses()[0]).toBe('PENDING'));
    expect([...disk.outbox.values()].map((e) => e.type)).toEqual(['order.reject/1', 'order.status/1']);
  });
});

describe('mass actions', () => {
  it('has a section for what waits and one per type of what is on its way (B-14, B-36)', () => {
    expect(bulkSections(orders, store).map((s) => [s.id, s.to, s.orders.map((o) => o.id)])).toEqual([
      ['pending', 'ACCEPTED', [1, 2]],
      ['LOCAL', 'COMPLETE', []],
      ['TAKEAWAY', 'COMPLETE', [5]],
      ['DELIVERY', 'COMPLETE', [3, 4]],
    ]);
  });

  it('accepts all that wait, says so, and undoes it for 5 s (B-34, B-35)', async () => {
    expect(await runBulk(section('pending'), store)).toBe(true);
    expect(statuses()).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'DELIVER', 'DELIVER']);
    expect(said()).toEqual(['Los pedidos fueron aceptados.']);
    toast.undoLatest();
    await vi.waitFor(() => expect(statuses()).toEqual(['PENDING', 'PENDING', 'ACCEPTED', 'DELIVER', 'DELIVER']));
    expect(disk.outbox.size).toBe(0);
  });

  it('gives each order its own column back (B-36)', async () => {
    await runBulk(section('DELIVERY'), store);
    expect(statuses()).toEqual(['PENDING', 'PENDING', 'COMPLETE', 'COMPLETE', 'DELIVER']);
    expect(said()).toEqual(['Los pedidos para delivery fueron finalizados.']);
    toast.undoLatest();
    await vi.waitFor(() => expect(statuses()).toEqual(['PENDING', 'PENDING', 'ACCEPTED', 'DELIVER', 'DELIVER']));
  });

  it('leaves alone what somebody has moved on meanwhile, and says so', async () => {
    await runBulk(section('pending'), store);
    const engine = useEngine.getState().current?.engine;
    await engine?.discard([...disk.outbox.values()].filter((e) => e.entityId === two.uid).map((e) => e.cmdId));
    await engine?.merge({
      snapshots: [orderSnapshot({ ...two, status: 'COMPLETE', ver: 9, status_rev: 9 })],
      removed: [],
      cursor: null,
    });
    toast.undoLatest();
    await vi.waitFor(() => expect(said()).toEqual([bulkTexts.notUndone(1)]));
    expect(statuses().slice(0, 2)).toEqual(['PENDING', 'COMPLETE']);
  });

  it('changes none of them when the disk is full, and says so (B-70)', async () => {
    disk.full = true;
    expect(await runBulk(section('pending'), store)).toBe(false);
    expect(statuses().slice(0, 2)).toEqual(['PENDING', 'PENDING']);
    expect(said()).toEqual([bulkTexts.notOnDisk]);
  });

  it('says exactly what each button does, and what was done (B-35, B-38)', () => {
    expect([bulkTexts.accept(1), bulkTexts.accept(3)]).toEqual(['Aceptar 1 pedido', 'Aceptar 3 pedidos']);
    expect(bulkTexts.finish(4, 'DELIVERY')).toBe('Finalizar 4 pedidos de delivery');
    expect(bulkTexts.done).toEqual({
      pending: 'Los pedidos fueron aceptados.',
      LOCAL: 'Los pedidos en local fueron finalizados.',
      TAKEAWAY: 'Los pedidos para take away fueron finalizados.',
      DELIVERY: 'Los pedidos para delivery fueron finalizados.',
    });
  });
});
