import fc from 'fast-check';
import { billLines, equalParts, partsOfLines, tipOf, toCharge, unitsBySeat } from '#domain/bill.ts';
import { add, type Money, zero } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order.ts';
import type { OrderGroupDetail } from '#domain/order-group.ts';

/** How many tables a history uses. */
export const billTables = 3;

const kinds = [
  'open',
  'add',
  'items',
  'merge',
  'undo',
  'pay',
  'discount',
  'tip',
  'cook',
  'repeat',
  'stale',
  'finish',
] as const;

export interface BillStep {
  readonly kind: (typeof kinds)[number];
  /** The table that it is about, and another one. */
  readonly a: number;
  readonly b: number;
  /** Picks lines, units, ways to divide. */
  readonly picks: readonly [number, number, number];
}

const weights: Readonly<Record<BillStep['kind'], number>> = {
  open: 4,
  add: 6,
  items: 8,
  merge: 3,
  undo: 5,
  pay: 3,
  discount: 2,
  tip: 2,
  cook: 2,
  repeat: 2,
  stale: 1,
  finish: 1,
};

const picked = fc.nat({ max: 9_999 });

export const billStep: fc.Arbitrary<BillStep> = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) }))),
  a: fc.nat({ max: billTables - 1 }),
  b: fc.nat({ max: billTables - 1 }),
  picks: fc.tuple(picked, picked, picked),
});

export interface BillCall {
  readonly what: 'items' | 'merge' | 'undo' | 'save';
  readonly id: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly rev: number | null;
  readonly key: string;
}

/** A server with tables: the executor over maps, or the real one over HTTP. */
export interface BillServer {
  view(): Promise<readonly OrderGroupDetail[]>;
  openTable(table: number, people: number): Promise<void>;
  add(group: OrderGroupDetail, picks: BillStep['picks']): Promise<void>;
  cook(orderId: number, to: OrderStatus): Promise<void>;
  /** Returns the status of the answer. */
  send(call: BillCall): Promise<number>;
  newKey(): string;
  /** Money as the API writes it. */
  write(amount: Money): number;
  /** The place of a table of the history. */
  place(table: number): string;
}

type Views = readonly OrderGroupDetail[];

/** What a move must not change: units of each product, money, payments, people. */
function sumsOf(views: Views): unknown {
  const units = new Map<string, number>();
  for (const { items } of views)
    for (const l of items) units.set(l.name, (units.get(l.name) ?? 0) + (l.ref === null ? l.quantity : 0));
  const sum = (of: (g: OrderGroupDetail) => Money): Money => add(zero, ...views.map(of));
  return {
    units: [...units].filter(([, n]) => n > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    subtotal: sum((g) => g.subtotal),
    discount: sum((g) => g.discount),
    total: sum((g) => g.total),
    tip: sum((g) => g.tip),
    paid: sum((g) => add(zero, ...g.payments.map((p) => p.amount))),
    people: views.reduce((n, g) => n + g.data.people, 0),
  };
}

/** What undoing a move gives back. */
const keptOf = (views: Views): unknown =>
  views
    .map(({ id, status, data, discount, tip, total, items, orders, payments }) => ({
      id,
      status,
      data,
      discount,
      tip,
      total,
      items: items.map((l) => [l.id, l.ref, l.quantity, l.discount, l.order_id, l.seat ?? 0]),
      orders: orders.map((o) => [o.id, o.status, o.total]),
      payments: payments.map((p) => [p.id, p.amount]).toSorted(([a], [b]) => Number(a) - Number(b)),
    }))
    .toSorted((a, b) => a.id - b.id);

/** Lines of two tables that have the same seat after a move: one person would pay for a stranger. */
function haveOneSeat(was: Views, now: Views): boolean {
  const homes = new Map(was.flatMap((g) => g.items.map((l) => [l.id, g.id])));
  return now.some(({ items }) => {
    const seated = new Map<number, number>();
    return items.some(({ id, seat }) => {
      const home = homes.get(id);
      if (seat === undefined || home === undefined) return false;
      const other = seated.get(seat) ?? home;
      seated.set(seat, other);
      return other !== home;
    });
  });
}

const wholeOf = (views: Views): unknown => [keptOf(views), views.map((g) => g.rev)];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What holds of every table at any time. */
function* wrongTables(views: Views): Generator<string> {
  const rows = views.flatMap((g) => g.items.map((l) => l.id));
  if (new Set(rows).size !== rows.length) yield 'a line is at two places';
  for (const { subtotal, discount, total, items } of views) {
    const sum = add(zero, ...billLines(items).map((l) => l.price));
    if (sum !== subtotal) yield `the lines are ${sum}, the subtotal is ${subtotal}`;
    if (discount > subtotal || total !== subtotal - discount) yield `${subtotal} less ${discount} is ${total}`;
  }
}

type Done = {
  readonly kind: BillStep['kind'];
  readonly status: number;
  /** The move that was to be undone. */
  readonly undone?: unknown;
} | null;

/** Plays one history and tells what it broke. Each step is one call; what a step cannot do, it leaves out. */
export class BillHistory {
  readonly broken: string[] = [];
  readonly done = new Map<string, number>();
  #server: BillServer;
  #last: BillCall | null = null;
  /** The move that was the last change, and the tables before it. */
  #lastMove: { readonly id: number; readonly before: Views } | null = null;

  constructor(server: BillServer) {
    this.#server = server;
  }

  async play(steps: readonly BillStep[]): Promise<this> {
    let was = await this.#server.view();
    for (const step of steps) {
      const done = await this.#act(step, was);
      if (done === null) continue;
      const now = await this.#server.view();
      this.#check(done, was, now);
      was = now;
    }
    return this;
  }

  #check({ kind, status, undone }: NonNullable<Done>, was: Views, now: Views): void {
    const name = status < 300 ? kind : `${kind} refused`;
    this.done.set(name, (this.done.get(name) ?? 0) + 1);
    const say = (text: string): void => void this.broken.push(`${name}: ${text}`);
    for (const text of wrongTables(now)) say(text);
    if (status >= 500) say(`answered ${status}`);
    if ((status >= 300 || kind === 'repeat' || kind === 'stale') && !same(wholeOf(was), wholeOf(now)))
      say('changed something');
    const moves = kind === 'items' || kind === 'merge' || kind === 'undo';
    if (moves && !same(sumsOf(was), sumsOf(now)))
      say(`changed ${JSON.stringify(sumsOf(was))} to ${JSON.stringify(sumsOf(now))}`);
    if (moves && kind !== 'undo' && haveOneSeat(was, now)) say('gave people of two tables one seat');
    const last = this.#lastMove;
    if (kind === 'undo' && status < 300 && last?.id === undone && last && !same(keptOf(last.before), keptOf(now)))
      say('is not what was before the move');
    if (kind === 'repeat' || kind === 'stale' || status >= 300) return;
    const ids = now.map((g) => g.last_move?.id ?? 0);
    this.#lastMove = kind === 'items' || kind === 'merge' ? { id: Math.max(...ids), before: was } : null;
  }

  async #act({ kind, a, b, picks }: BillStep, views: Views): Promise<Done> {
    const at = (table: number) => views.find((g) => g.code.description === this.#server.place(table));
    const [own, other] = [at(a), at(b)];
    if (kind === 'open') {
      if (own) return null;
      await this.#server.openTable(a, 1 + (picks[0] % 6));
      return { kind, status: 201 };
    }
    if (kind === 'repeat') return this.#last && { kind, status: await this.#again(this.#last) };
    if (!own) return null;
    if (kind === 'add') {
      await this.#server.add(own, picks);
      return { kind, status: 201 };
    }
    if (kind === 'cook') {
      const order = own.orders[picks[0] % Math.max(1, own.orders.length)];
      const next =
        picks[1] % 4 === 0 ? ('REJECTED' as const) : order?.status === 'PENDING' ? ('ACCEPTED' as const) : null;
      if (!order || next === null || order.status === 'REJECTED') return null;
      await this.#server.cook(order.id, next);
      return { kind, status: 200 };
    }
    const call = this.#callOf(kind, { own, other, picks });
    return call && { kind, status: await this.#send(call), undone: call.body['move_id'] };
  }

  #callOf(
    kind: BillStep['kind'],
    { own, other, picks }: { own: OrderGroupDetail; other: OrderGroupDetail | undefined; picks: BillStep['picks'] },
  ): Omit<BillCall, 'key'> | null {
    const on = { id: own.id, rev: own.rev };
    if (kind === 'items' || kind === 'stale') {
      if (!other || other.id === own.id) return null;
      const lines = own.items.filter((l) => l.ref === null);
      const wanted = lines.filter((_, index) => (picks[0] >> (index % 13)) % 2 === 1);
      if (wanted.length === 0) return null;
      const items = wanted.map(({ id, quantity }) => ({ item_id: id, quantity: 1 + (picks[1] % quantity) }));
      const rev = kind === 'stale' ? own.rev + 1 : own.rev;
      return { what: 'items', ...on, rev, body: { to: other.id, items } };
    }
    if (kind === 'merge')
      return other && other.id !== own.id
        ? { what: 'merge', ...on, body: { from: other.id, from_rev: other.rev } }
        : null;
    if (kind === 'undo')
      return own.last_move && { what: 'undo', id: own.id, rev: null, body: { move_id: own.last_move.id } };
    if (kind === 'finish') return { what: 'save', ...on, body: { status: 'COMPLETE' } };
    if (kind === 'discount') {
      const discount = this.#server.write(
        own.subtotal === 0 ? zero : (equalParts(own.subtotal, 2 + (picks[0] % 5))[0] ?? zero),
      );
      return { what: 'save', ...on, body: { discount } };
    }
    if (kind === 'tip')
      return { what: 'save', ...on, body: { tip: this.#server.write(tipOf(own.total, picks[0] % 21)) } };
    const count = 1 + (picks[0] % 6);
    const due = toCharge(own.total, own.tip);
    const lines = billLines(own.items);
    const parts =
      picks[1] % 2 === 0 ? equalParts(due, count) : partsOfLines(due, lines, count, unitsBySeat(lines, count));
    if (add(...parts) !== due) this.broken.push(`pay: the parts are not ${due}`);
    const payments = parts.map((amount) => ({
      method: 'cash',
      option: 'cash',
      type: 'exact',
      value: null,
      amount: this.#server.write(amount),
    }));
    return { what: 'save', ...on, body: { payments } };
  }

  async #send(call: Omit<BillCall, 'key'>): Promise<number> {
    const sent = { ...call, key: this.#server.newKey() };
    const status = await this.#server.send(sent);
    if (status < 300) this.#last = sent;
    return status;
  }

  #again = (call: BillCall): Promise<number> => this.#server.send(call);
}
