import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type ProviderState, providerStates } from '#domain/paying.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import type { Clock } from '#server/deps.ts';

/*
 * The orders of the provider's double, as its API describes them (protocols of the vendor): idempotency keys with the
 * hash of their body for 24 hours, states, refusals. What speaks HTTP is sandbox-server.ts.
 */

const amount = z.string().check(z.regex(/^\d{1,9}\.\d{2}$/));
const reference = z.string().check(z.regex(/^[\w-]{1,64}$/));

const common = { external_reference: reference, description: z.string().check(z.maxLength(150)), total_amount: amount };

const newOrder = z.discriminatedUnion('type', [
  z.strictObject({
    ...common,
    type: z.literal('qr'),
    expiration_time: z.literal('PT15M'),
    config: z.strictObject({
      qr: z.strictObject({
        external_pos_id: z.string().check(z.regex(/^[\dA-Za-z]{1,40}$/)),
        mode: z.literal('dynamic'),
      }),
    }),
    transactions: z.strictObject({ payments: z.tuple([z.strictObject({ amount })]) }),
  }),
  z.strictObject({
    ...common,
    type: z.literal('online'),
    processing_mode: z.literal('automatic'),
    transactions: z.strictObject({
      payments: z.tuple([
        z.strictObject({
          amount,
          payment_method: z.strictObject({
            id: z.string(),
            type: z.literal('credit_card'),
            token: z.string(),
            installments: z.int().check(z.gte(1)),
          }),
        }),
      ]),
    }),
  }),
]);

/** Without `transactions` all of it goes back. */
const newRefund = z.strictObject({
  transactions: z.optional(z.tuple([z.strictObject({ id: z.string(), amount })])),
});

const event = z.object({ status: z.enum(providerStates) });

/** An order at the double. */
export interface SandboxOrder {
  readonly id: string;
  readonly paymentId: string;
  readonly type: 'qr' | 'online';
  readonly reference: string;
  readonly amount: string;
  readonly expiresAt: Instant;
  state: ProviderState;
  detail: string;
  /** What the person paid; absent = what was asked. */
  paid?: string;
  currency: string;
  /** What went back, or is on its way. */
  readonly refunds: { readonly id: string; readonly amount: string; status: 'processed' | 'processing' | 'failed' }[];
}

export interface SandboxAnswer {
  readonly status: number;
  readonly body: unknown;
}

const keptMs = minutes(24 * 60);
const failure = (status: number, code: string): SandboxAnswer => ({ status, body: { errors: [{ code }] } });

const cents = (text: string): number => Math.round(Number(text) * 100);

const refundedCents = ({ refunds }: SandboxOrder): number =>
  refunds.reduce((sum, r) => (r.status === 'processed' ? sum + cents(r.amount) : sum), 0);

/** A card token of the double that is refused. */
export const refusedToken = 'sandbox-refused';

export class SandboxOrders {
  readonly all = new Map<string, SandboxOrder>();
  /** Refunds are on their way until `endRefunds`. */
  slowRefunds = false;
  readonly #keys = new Map<string, { readonly hash: string; readonly at: Instant; readonly answer: SandboxAnswer }>();
  readonly #clock: Pick<Clock, 'now'>;
  readonly #onMove: (order: SandboxOrder) => void;

  constructor(clock: Pick<Clock, 'now'>, onMove: (order: SandboxOrder) => void) {
    this.#clock = clock;
    this.#onMove = onMove;
  }

  /** One creation for each key: a repeat gets the first answer with what became of the order. */
  create(key: string | undefined, body: string): SandboxAnswer {
    return this.#once(key, body, () => this.#create(body));
  }

  /** Does what a key asks for once; what it refuses may be asked for again. */
  #once(key: string | undefined, body: string, work: () => SandboxAnswer): SandboxAnswer {
    if (key === undefined || key.length > 64) return failure(400, 'empty_required_header');
    const hash = createHash('sha256').update(body).digest('hex');
    const now = this.#clock.now();
    const known = this.#keys.get(key);
    if (known && now < after(known.at, keptMs))
      return known.hash === hash ? known.answer : failure(409, 'idempotency_key_already_used');
    const answer = work();
    if (answer.status < 300) this.#keys.set(key, { hash, at: now, answer });
    return answer;
  }

  #create(body: string): SandboxAnswer {
    const now = this.#clock.now();
    const read = z.safeParse(newOrder, jsonOf(body));
    if (!read.success) return failure(400, 'invalid_properties');
    const { type, total_amount: asked, external_reference } = read.data;
    const [payment] = read.data.transactions.payments;
    if (payment.amount !== asked) return failure(400, 'invalid_total_amount');
    const order: SandboxOrder = {
      id: `ORD${randomUUID().replaceAll('-', '').slice(0, 26).toUpperCase()}`,
      paymentId: `PAY${randomUUID().replaceAll('-', '').slice(0, 26).toUpperCase()}`,
      type,
      reference: external_reference,
      amount: asked,
      expiresAt: after(now, minutes(15)),
      state: 'created',
      detail: 'created',
      currency: 'ARS',
      refunds: [],
    };
    this.all.set(order.id, order);
    if ('payment_method' in payment)
      this.move(order.id, payment.payment_method.token === refusedToken ? 'failed' : 'processed');
    return { status: 201, body: this.#written(order) };
  }

  read(id: string): SandboxAnswer {
    const order = this.#current(id);
    return order ? { status: 200, body: this.#written(order) } : failure(404, 'order_not_found');
  }

  cancel(id: string): SandboxAnswer {
    const order = this.#current(id);
    if (!order) return failure(404, 'order_not_found');
    if (order.state !== 'created') return failure(409, 'cannot_cancel_order');
    this.move(id, 'canceled');
    return { status: 200, body: this.#written(order) };
  }

  /** All of it, or a part: at most what is left, and one after the other. */
  refund(key: string | undefined, id: string, body: string): SandboxAnswer {
    return this.#once(key, `${id} ${body}`, () => this.#refund(id, body));
  }

  #refund(id: string, body: string): SandboxAnswer {
    const read = z.safeParse(newRefund, body === '' ? {} : jsonOf(body));
    if (!read.success) return failure(400, 'invalid_properties');
    const order = this.#current(id);
    if (!order) return failure(404, 'order_not_found');
    if (order.state !== 'processed') return failure(409, 'cannot_refund_order');
    if (order.refunds.some((r) => r.status === 'processing')) return failure(409, 'refund_in_progress');
    const [part] = read.data.transactions ?? [];
    if (part && part.id !== order.paymentId) return failure(404, 'transaction_not_found');
    const left = cents(order.paid ?? order.amount) - refundedCents(order);
    const asked = part ? cents(part.amount) : left;
    if (asked <= 0 || asked > left || (!part && refundedCents(order) > 0)) return failure(400, 'refund_amount_exceeds');
    const refundId = `REF${randomUUID().replaceAll('-', '').slice(0, 26).toUpperCase()}`;
    const status = this.slowRefunds ? 'processing' : 'processed';
    order.refunds.push({ id: refundId, amount: (asked / 100).toFixed(2), status });
    this.#settle(order);
    return { status: 201, body: this.#written(order) };
  }

  /** What is on its way reaches the person, or does not. */
  endRefunds(id: string, status: 'processed' | 'failed'): void {
    const order = this.all.get(id);
    if (!order) throw new Error(`the double has no order ${id}`);
    for (const refund of order.refunds) if (refund.status === 'processing') refund.status = status;
    this.#settle(order);
  }

  #settle(order: SandboxOrder): void {
    const done = refundedCents(order);
    if (done === 0) return;
    if (done === cents(order.paid ?? order.amount)) return this.move(order.id, 'refunded');
    order.detail = 'partially_refunded';
    this.#onMove(order);
  }

  /** The vendor's simulation call: what the person who pays does. */
  simulate(id: string, body: string): SandboxAnswer {
    const read = z.safeParse(event, jsonOf(body));
    const order = this.#current(id);
    if (!order) return failure(404, 'order_not_found');
    if (!read.success || order.state !== 'created') return failure(400, 'invalid_event');
    this.move(id, read.data.status);
    return { status: 204, body: null };
  }

  move(id: string, state: ProviderState): void {
    const order = this.all.get(id);
    if (!order) throw new Error(`the double has no order ${id}`);
    order.state = state;
    order.detail = state === 'processed' ? 'accredited' : state;
    this.#onMove(order);
  }

  /** The charged amount of each charged order. */
  charged(): SandboxOrder[] {
    return [...this.all.values()].filter((o) => o.state === 'processed');
  }

  #current(id: string): SandboxOrder | undefined {
    const order = this.all.get(id);
    if (order?.state === 'created' && this.#clock.now() >= order.expiresAt) this.move(id, 'expired');
    return order;
  }

  #written(order: SandboxOrder) {
    const { id, paymentId, type, reference: external_reference, amount: asked, state, detail, currency } = order;
    const isPaid = state === 'processed' || state === 'refunded';
    const payment = { id: paymentId, amount: asked, status: state, status_detail: detail };
    return {
      id,
      type,
      status: state,
      status_detail: detail,
      external_reference,
      currency,
      total_amount: asked,
      transactions: {
        payments: [{ ...payment, ...(isPaid && { paid_amount: order.paid ?? asked }) }],
        ...(order.refunds.length > 0 && {
          refunds: order.refunds.map((refund) => ({ ...refund, transaction_id: paymentId })),
        }),
      },
      ...(type === 'qr' && {
        type_response: { qr_data: `00020101021243650016COM.MERCADOLIBRE${id}5204000053030325802AR` },
      }),
    };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
