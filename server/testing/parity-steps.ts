import { randomUUID } from 'node:crypto';
import type { OrderSubmission } from '#contract/order-submission.ts';
import { type Person } from '#server/seed/people.ts';
import { type ServerAnswer } from './memory-shop.ts';
import { readCreated } from './read.ts';
import { customerPhones, nearLaEsquina } from './submissions.ts';
import { command } from './test-server.ts';

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly who?: Person;
}

/** One of the two servers, with the order that the calls are about. */
export interface Side {
  /** Ids of the detail rows of `order`; `payments` has the ids of its payments. */
  rows: readonly number[];
  payments: readonly number[];
  submission(uid: string, more?: Partial<OrderSubmission>): Promise<OrderSubmission>;
  ask(call: Call): Promise<Pick<ServerAnswer, 'status' | 'headers' | 'body'>>;
  order: number;
}

/** Each step runs on both servers in order, with the same uid and command ids. */
const uid = randomUUID();

const keys = new Map<string, string>();

const key = (name: string): string => {
  const known = keys.get(name) ?? randomUUID();
  keys.set(name, known);
  return known;
};

const create = async (side: Side, name: string, more: Partial<OrderSubmission> = {}, extra = {}, who: Person = 'ana') =>
  side.ask({
    method: 'POST',
    path: '/store/1/orders',
    body: await side.submission(uid, more),
    headers: { ...command(null, key(name)), ...extra },
    who,
  });

const patch = (
  side: Side,
  name: string,
  body: unknown,
  base: Parameters<typeof command>[0],
  more: Partial<Call> = {},
) =>
  side.ask({
    method: 'PATCH',
    path: `/store/1/orders/${side.order}`,
    body,
    ...more,
    headers: { ...command(base, key(name)), ...more.headers },
  });

const away: Partial<OrderSubmission> = {
  uid: randomUUID(),
  type: 'DELIVERY',
  code: undefined,
  phone: customerPhones.AR,
  payments: [{ method: 'cash', amount: 2200, option: 'cash', type: 'exact', value: null }],
  address: nearLaEsquina,
};

const settle = { 'x-settle-only': '1' };

/** Removes a row of the order by its position. */
const remove = (side: Side, name: string, place: number, who: Person = 'ana') =>
  side.ask({
    method: 'DELETE',
    path: `/store/1/orders/${side.order}/item/${side.rows[place] ?? 0}`,
    headers: command(null, key(name)),
    who,
  });

const cash = { method: 'cash', amount: 2200, option: 'cash', type: 'exact', value: null } as const;

/** The following steps use a new order with two rows. */
const twoRows = async (side: Side) => {
  const { items } = await side.submission(uid);
  const sum = { subtotal: 4400, total: 4400, payments: [cash] };
  const answer = await create(side, 'two rows', { uid: key('two rows uid'), items: [...items, ...items], ...sum });
  const order = readCreated({ status: answer.status, headers: {}, text: '', body: answer.body });
  side.order = order.id;
  side.rows = order.order_detail.map((r) => r.id);
  side.payments = order.payments.flatMap((p) => p.id ?? []);
  return answer;
};

export const paritySteps: readonly (readonly [
  name: string,
  status: number,
  run: (side: Side) => ReturnType<Side['ask']>,
])[] = [
  ['a creation', 201, (s) => create(s, 'create')],
  ['the same again', 201, (s) => create(s, 'create')],
  ['the same key with other content', 422, (s) => create(s, 'create', { comments: 'Otra' })],
  ['the same uid under another key', 201, (s) => create(s, 'create again')],
  ['the same uid with other content', 409, (s) => create(s, 'other content', { comments: 'Otra' })],
  ['a wrong total', 422, (s) => create(s, 'wrong total', { uid: randomUUID(), total: 1 })],
  [
    'a wrong total of a sale made offline',
    422,
    (s) => create(s, 'not its own sum', { uid: key('offline'), total: 1 }, { 'x-taken-offline': '1' }),
  ],
  [
    'a sale made offline at other prices',
    201,
    async (s) => {
      const { items } = await s.submission(uid);
      const sold = { items: items.map((i) => ({ ...i, unit_price: 1000, price: 2000 })), subtotal: 2000, total: 2000 };
      return create(s, 'offline', { uid: key('offline'), ...sold }, { 'x-taken-offline': '1' });
    },
  ],
  [
    'a promo code, as it was typed',
    201,
    (s) => create(s, 'promo', { uid: key('promo'), promocode: ' di ez', discount: 220, total: 1980 }),
  ],
  [
    'a promo code that takes off something else',
    422,
    (s) => create(s, 'promo 2', { uid: randomUUID(), promocode: 'DIEZ', discount: 219, total: 1981 }),
  ],
  ['a promo code that is none', 422, (s) => create(s, 'promo 3', { uid: randomUUID(), promocode: 'NADA' })],
  ['a delivery without address', 422, (s) => create(s, 'nowhere', { ...away, address: undefined })],
  [
    'a delivery out of the zone',
    422,
    (s) => create(s, 'far', { ...away, address: { ...nearLaEsquina, geolocation: { lat: 0, lng: 0 } } }),
  ],
  ['a delivery below the minimum', 422, (s) => create(s, 'little', away)],
  [
    'an item that is gone',
    422,
    async (s) => {
      const { items } = await s.submission(uid);
      return create(s, 'gone', { uid: randomUUID(), items: items.map((i) => ({ ...i, id: 999_999 })) });
    },
  ],
  [
    'a seller who sells for another',
    403,
    (s) => create(s, 'for another', { seller_id: 1, uid: randomUUID() }, {}, 'diego'),
  ],
  ['a body that is none', 422, (s) => create(s, 'no lines', { items: [] })],
  ['no key', 422, async (s) => s.ask({ method: 'POST', path: '/store/1/orders', body: await s.submission(uid) })],
  ['a stranger', 404, (s) => create(s, 'stranger', {}, {}, 'fede')],
  ['another store', 404, (s) => s.ask({ method: 'GET', path: '/store/2/changes', who: 'diego' })],
  [
    'an id that is none',
    404,
    (s) => patch(s, 'odd id', { status: 'ACCEPTED' }, { rev: 1 }, { path: '/store/1/orders/x' }),
  ],
  [
    'a missing order',
    404,
    (s) => patch(s, 'missing', { status: 'ACCEPTED' }, { rev: 1 }, { path: '/store/1/orders/9999' }),
  ],
  ['a status without base', 422, (s) => patch(s, 'blind', { status: 'ACCEPTED' }, null)],
  ['a status that is none', 422, (s) => patch(s, 'odd', { status: 'X' }, { rev: 1 })],
  ['a status by a seller', 403, (s) => patch(s, 'seller', { status: 'ACCEPTED' }, { rev: 1 }, { who: 'diego' })],
  ['that status by an admin, same key', 422, (s) => patch(s, 'seller', { status: 'ACCEPTED' }, { rev: 1 })],
  ['a status', 200, (s) => patch(s, 'accept', { status: 'ACCEPTED' }, { rev: 1 })],
  ['a status on an old revision', 409, (s) => patch(s, 'late', { status: 'DELIVER' }, { rev: 1 }, { who: 'bruno' })],
  ['a status after it', 200, (s) => patch(s, 'deliver', { status: 'DELIVER' }, { after: key('accept') })],
  [
    'a status after one that is not the last',
    409,
    (s) => patch(s, 'fork', { status: 'COMPLETE' }, { after: key('accept') }),
  ],
  [
    'a status after one that was refused',
    409,
    (s) => patch(s, 'after', { status: 'COMPLETE' }, { after: key('late') }),
  ],
  ['a status that cannot be', 422, (s) => patch(s, 'paying', { status: 'PAYING' }, { rev: 3 })],
  ['a delay', 200, (s) => patch(s, 'delay', { minutes: 15 }, null, { path: `/store/1/orders/${s.order}/delay` })],
  [
    'a delay of another size',
    422,
    (s) => patch(s, 'delay 7', { minutes: 7 }, null, { path: `/store/1/orders/${s.order}/delay` }),
  ],
  ['a status on the revision that a delay left', 200, (s) => patch(s, 'accept 2', { status: 'ACCEPTED' }, { rev: 3 })],
  [
    'settle only of what is known',
    200,
    (s) => patch(s, 'accept', { status: 'ACCEPTED' }, { rev: 1 }, { headers: settle }),
  ],
  [
    'settle only of a refusal',
    409,
    (s) => patch(s, 'late', { status: 'DELIVER' }, { rev: 1 }, { who: 'bruno', headers: settle }),
  ],
  [
    'settle only of what never came',
    410,
    (s) => patch(s, 'lost', { status: 'COMPLETE' }, { rev: 4 }, { headers: settle }),
  ],
  ['the original after it', 410, (s) => patch(s, 'lost', { status: 'COMPLETE' }, { rev: 4 })],
  [
    'a rejection on an old revision',
    409,
    (s) => patch(s, 'reject 1', { reject_reason: 'closed' }, { rev: 1 }, { path: `/store/1/orders/${s.order}/reject` }),
  ],
  [
    'a rejection',
    200,
    (s) => patch(s, 'reject 2', { reject_reason: 'closed' }, { rev: 4 }, { path: `/store/1/orders/${s.order}/reject` }),
  ],
  [
    'a second rejection',
    422,
    (s) =>
      patch(s, 'reject 3', { reject_reason: 'by_user' }, { rev: 5 }, { path: `/store/1/orders/${s.order}/reject` }),
  ],
  [
    'a delay of a rejected order',
    422,
    (s) => patch(s, 'delay 2', { minutes: 5 }, null, { path: `/store/1/orders/${s.order}/delay` }),
  ],
  [
    'many at once',
    200,
    (s) => patch(s, 'many', { status: 'PENDING', ids: [s.order, 9_999] }, null, { path: '/store/1/orders/massive' }),
  ],
  [
    'many that are none',
    404,
    (s) => patch(s, 'none', { status: 'PENDING', ids: [9_998] }, null, { path: '/store/1/orders/massive' }),
  ],
  ['an order of two rows', 201, twoRows],
  ['payments on an old revision', 409, (s) => patch(s, 'pay old', { payments: [] }, { rev: 2 })],
  ['a payment that is none', 422, (s) => patch(s, 'pay odd', { payments: [{ ...cash, id: 999_999 }] }, { rev: 1 })],
  ['a total that is not', 422, (s) => patch(s, 'pay total', { payments: [], total: 1 }, { rev: 1 })],
  [
    'one payment becomes two',
    200,
    (s) =>
      patch(s, 'pay', { payments: [{ ...cash, id: s.payments[0], amount: 1000 }, cash] }, { rev: 1 }, { who: 'bruno' }),
  ],
  ['payments behind somebody else’s', 409, (s) => patch(s, 'pay late', { payments: [] }, { rev: 1 })],
  ['payments after one’s own command', 200, (s) => patch(s, 'pay 2', { payments: [cash] }, { after: key('pay') })],
  ['a discount with a status, one base', 422, (s) => patch(s, 'both', { status: 'ACCEPTED', discount: 9 }, { rev: 1 })],
  [
    'a discount with a status',
    200,
    (s) =>
      patch(s, 'both 2', { status: 'ACCEPTED', discount: 900, total: 3500 }, null, {
        headers: { 'if-match': '"1.3"' },
      }),
  ],
  ['a row by a seller', 403, (s) => remove(s, 'row seller', 0, 'diego')],
  ['a row', 200, (s) => remove(s, 'row', 0)],
  ['the same row again', 404, (s) => remove(s, 'row again', 0)],
  ['the last row', 422, (s) => remove(s, 'row last', 1)],
  ['the end of it', 200, (s) => patch(s, 'end', { status: 'COMPLETE' }, { rev: 2 })],
  ['a row of what is over', 422, (s) => remove(s, 'row over', 1)],
  [
    'the feed of admins for a seller',
    403,
    (s) => s.ask({ method: 'GET', path: '/store/1/changes?audience=admin', who: 'diego' }),
  ],
  ['an odd sequence', 422, (s) => s.ask({ method: 'GET', path: '/store/1/changes?since=x' })],
];
