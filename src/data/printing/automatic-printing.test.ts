import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AutomaticPaper,
  emptyHistory,
  type PrintHistory,
  withPrinted,
  withPrinting,
} from '#domain/automatic-printing.ts';
import { printHistoryMax } from '#domain/limits.ts';
import type { Order } from '#domain/order.ts';
import type { PrinterConfig, PrinterConfigs } from '#domain/printing.ts';
import { instant } from '#domain/time.ts';
import { buildOrder } from '#testing/builders.ts';
import { createAutomaticPrinting } from './automatic-printing.ts';

const start = instant(1_700_000_000_000);
const local: PrinterConfig = { method: 'local', value: 'Cocina', automatic: true, assemblies: {} };

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(start);
});
afterEach(() => void vi.useRealTimers());

interface Shop {
  orders: readonly Order[];
  configs: PrinterConfigs;
  ready: boolean;
  history: PrintHistory;
  answers: boolean[];
  readonly printed: string[];
}

/** A device whose automatic printing is on, without orders. */
function open(more: Partial<Shop> = {}) {
  const shop: Shop = {
    orders: [],
    configs: { commander: local, rejected: local, summary: local },
    ready: true,
    history: emptyHistory,
    answers: [],
    printed: [],
    ...more,
  };
  const printing = createAutomaticPrinting({
    now: () => instant(Date.now()),
    wakeIn: (ms, wake) => {
      const timer = setTimeout(wake, ms);
      return () => clearTimeout(timer);
    },
    configs: () => shop.configs,
    orders: () => shop.orders,
    ready: () => shop.ready,
    history: () => shop.history,
    keep: (history) => {
      shop.history = history;
    },
    print: ({ paper, uid }: AutomaticPaper) => {
      shop.printed.push(`${paper} ${uid}`);
      return Promise.resolve(shop.answers.shift() ?? true);
    },
  });
  printing.look();
  return { shop, printing };
}

const order = (more: Partial<Order> = {}): Order =>
  buildOrder({ id: 7, uid: 'a', status: 'ACCEPTED', created_at: start, ...more });

describe('automatic printing', () => {
  it('prints once per order, after 1.5 s: none at 1.4 s, none on a second event (P-34)', async () => {
    const { shop, printing } = open();
    shop.orders = [order()];
    printing.look();
    await vi.advanceTimersByTimeAsync(1_400);
    expect(shop.printed).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(shop.printed).toEqual(['commander a']);
    shop.orders = [order({ ver: 9, ready_by: start })];
    printing.look();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shop.printed).toEqual(['commander a']);
  });

  it('prints nothing of a change that was undone in that time', async () => {
    const { shop, printing } = open();
    shop.orders = [order()];
    printing.look();
    await vi.advanceTimersByTimeAsync(1_000);
    shop.orders = [order({ status: 'PENDING' })];
    printing.look();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shop.printed).toEqual([]);
    shop.orders = [order()];
    printing.look();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(shop.printed).toEqual(['commander a']);
  });

  it('asks again when lines or table of the order changed', async () => {
    const { shop, printing } = open();
    const first = order();
    shop.orders = [first];
    printing.look();
    await vi.advanceTimersByTimeAsync(1_500);
    shop.orders = [{ ...first, order_detail: first.order_detail.slice(1) }];
    printing.look();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(shop.printed).toEqual(['commander a', 'commander a']);
  });

  it('each kind in its statuses; an order that comes back from rejected has a comanda again', async () => {
    const { shop, printing } = open();
    for (const status of ['ACCEPTED', 'REJECTED', 'ACCEPTED', 'DELIVER', 'COMPLETE'] as const) {
      shop.orders = [order({ status })];
      printing.look();
      await vi.advanceTimersByTimeAsync(1_500);
    }
    expect(shop.printed).toEqual(['commander a', 'rejected a', 'commander a', 'summary a']);
  });

  it('what is there when it is switched on counts as printed; after that also what came while the device was off (N-34)', async () => {
    const { shop, printing } = open({ orders: [order()] });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shop.printed).toEqual([]);
    shop.orders = [order(), order({ id: 8, uid: 'b' })];
    const again = open({ ...shop, printed: shop.printed });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(shop.printed).toEqual(['commander b']);
    again.shop.configs = {};
    again.printing.look();
    again.shop.orders = [order({ id: 9, uid: 'c' })];
    again.shop.configs = { commander: local };
    again.printing.look();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shop.printed).toEqual(['commander b']);
    printing.stop();
  });

  it('not what is older than 12 hours, not on a remote printer, not when it is switched off', async () => {
    const old = instant(start - 43_200_001);
    const { shop, printing } = open();
    shop.orders = [order({ created_at: old })];
    printing.look();
    shop.configs = {
      commander: { method: 'remote', value: 3, automatic: true, assemblies: {} },
      rejected: { ...local, automatic: false },
    };
    shop.orders = [order(), order({ id: 8, uid: 'b', status: 'REJECTED' })];
    printing.look();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shop.printed).toEqual([]);
  });

  it('waits while this tab cannot print, and tries again what surely did not print', async () => {
    const { shop, printing } = open({ ready: false, answers: [false, true] });
    shop.orders = [order()];
    printing.look();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shop.printed).toEqual([]);
    shop.ready = true;
    printing.look();
    await vi.advanceTimersByTimeAsync(1_500);
    printing.look();
    await vi.advanceTimersByTimeAsync(1_500);
    printing.look();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(shop.printed).toEqual(['commander a', 'commander a']);
  });
});

it('both histories keep 1000 entries: the 1001st drops the oldest of its own (P-35)', () => {
  let history = emptyHistory;
  for (let n = 0; n <= printHistoryMax; n += 1) history = withPrinted(history, `summary ${n} `);
  for (let n = 0; n <= printHistoryMax; n += 1) history = withPrinting(history, `summary p${n} `);
  expect([history.printed.length, history.printing.length]).toEqual([1_000, 1_000]);
  expect([history.printed[0], history.printed.at(-1)]).toEqual(['summary 1 ', 'summary 1000 ']);
  expect([history.printing[0], history.printing.at(-1)]).toEqual(['summary p1 ', 'summary p1000 ']);
});
