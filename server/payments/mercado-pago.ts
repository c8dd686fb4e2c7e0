import { MercadoPagoConfig, MercadoPagoError, MPConnectionError, MPRateLimitError, Order } from 'mercadopago';
import { AppConfig } from 'mercadopago/dist/utils/config/index.js';
import { add, type Money, money, zero } from '#domain/money.ts';
import { providerStates } from '#domain/paying.ts';
import type { NewPayment, PaymentProvider, ProviderAnswer, ProviderReply, RefundPart } from './payment-provider.ts';

export interface MercadoPagoSettings {
  readonly accessToken: string;
  /** external_id of the caja that QR codes are charged at. */
  readonly pos: string;
  readonly webhookSecret: string | null;
  /** Origin of the API; null = Mercado Pago's own. */
  readonly endpoint: string | null;
}

/** As the gateways of stores name it. */
export const mercadoPagoService = 'mercadopago';

const answerWithinMs = 8_000;
/** The library stops its clock at the headers of an answer, so a body that never ends needs one of its own. */
const givenUpMs = 10_000;
const ownEndpoint = AppConfig.BASE_URL;

/** The library's types do not know the configuration of a QR. */
type OrderBody = Parameters<Order['create']>[0]['body'] & {
  readonly config?: { readonly qr: { readonly external_pos_id: string; readonly mode: string } };
};
type OrderAnswer = Awaited<ReturnType<Order['get']>>;

/** Charges through Mercado Pago's orders: QR codes, and cards whose token its hosted fields made. */
export function createMercadoPago(
  { accessToken, pos, webhookSecret, endpoint }: MercadoPagoSettings,
  sandbox: PaymentProvider['simulate'] = null,
): PaymentProvider {
  /** The library keeps the options of a call for the next ones, the key too: each call has a client of its own. */
  const call = (work: (order: Order) => Promise<OrderAnswer>, idempotencyKey?: string): Promise<ProviderReply> => {
    const options = { timeout: answerWithinMs, retries: 0, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const order = new Order(new MercadoPagoConfig({ accessToken, options }));
    // The address is read before anything is awaited, so another one of the same process does not disturb it.
    Object.assign(AppConfig, { BASE_URL: endpoint ?? ownEndpoint });
    return Promise.race([work(order).then(replyOf, failureOf), tooLate()]);
  };
  const read = (id: string): Promise<ProviderReply> => call((order) => order.get({ id }));
  /** A conflict is a race with the person who pays: read what became of it. */
  const orRead = async (reply: ProviderReply, id: string): Promise<ProviderReply> =>
    reply.kind === 'unknown' && reply.code === 'http_409' ? read(id) : reply;
  return {
    service: mercadoPagoService,
    sandbox: sandbox !== null,
    simulate: sandbox,
    webhookSecret,
    create: (payment) => call((order) => order.create({ body: bodyOf(payment, pos) }), payment.key),
    read,
    cancel: async (id, key) => orRead(await call((order) => order.cancel({ id }), key), id),
    refund: async (id, key, part) => orRead(await call((order) => order.refund(refundBody(id, part)), key), id),
  };
}

function bodyOf({ reference, amount, description, card }: NewPayment, pos: string): OrderBody {
  const written = writeAmount(amount);
  const common = { external_reference: reference, description, total_amount: written };
  if (card === null) {
    const config = { qr: { external_pos_id: pos, mode: 'dynamic' } };
    const payments = [{ amount: written }];
    return { ...common, type: 'qr', expiration_time: 'PT15M', config, transactions: { payments } };
  }
  const { option: id, token, installments } = card;
  const payments = [{ amount: written, payment_method: { id, type: 'credit_card', token, installments } }];
  return { ...common, type: 'online', processing_mode: 'automatic', transactions: { payments } };
}

/** Without a body all of it goes back. */
const refundBody = (id: string, part: RefundPart | null): Parameters<Order['refund']>[0] =>
  part === null ? { id } : { id, body: { transactions: [{ id: part.paymentId, amount: writeAmount(part.amount) }] } };

/** Pesos with two decimals. */
const writeAmount = (amount: Money): string => (amount / 100).toFixed(2);

const readAmount = (text: string | undefined): Money | null =>
  text !== undefined && /^\d{1,12}(\.\d{1,2})?$/.test(text) ? money(Math.round(Number(text) * 100)) : null;

type Refunds = NonNullable<NonNullable<OrderAnswer['transactions']>['refunds']>;

/** Statuses of a refund that has reached the person, and of one that has not and will not. Any other is on its way. */
const doneRefunds: ReadonlySet<string> = new Set(['processed', 'approved', 'refunded']);
const failedRefunds: ReadonlySet<string> = new Set(['failed', 'rejected', 'canceled', 'cancelled', 'expired']);

const sumOf = (refunds: Refunds, counts: (status: string) => boolean): Money =>
  add(zero, ...refunds.filter((r) => counts(r.status ?? '')).map((r) => readAmount(r.amount) ?? zero));

function replyOf(order: OrderAnswer): ProviderReply {
  const { id, status, status_detail: detail = '', external_reference, currency, type_response } = order;
  const state = providerStates.find((known) => known === status);
  // An answer that is no order says nothing: whether something was charged is not known.
  if (id === undefined || state === undefined) return unknown(`state_${status ?? 'none'}`);
  const [payment] = order.transactions?.payments ?? [];
  const paid = readAmount(payment?.paid_amount ?? order.total_paid_amount);
  const refunds = order.transactions?.refunds ?? [];
  const answer: ProviderAnswer = {
    orderId: id,
    paymentId: payment?.id ?? null,
    qrData: type_response?.qr_data ?? null,
    state,
    accredited: detail === 'accredited' || detail === 'partially_refunded',
    reference: external_reference ?? null,
    currency: currency ?? null,
    paid,
    refunded: state === 'refunded' && paid !== null ? paid : sumOf(refunds, (one) => doneRefunds.has(one)),
    refunding: sumOf(refunds, (one) => !doneRefunds.has(one) && !failedRefunds.has(one)),
    detail,
  };
  return { kind: 'answer', answer };
}

const unknown = (code: string, retryAfterMs: number | null = null): ProviderReply => ({
  kind: 'unknown',
  code,
  retryAfterMs,
});

/** Answers that leave no doubt: nothing was charged. */
const refusals = new Set([400, 401, 402, 403, 422, 428]);

function failureOf(error: unknown): ProviderReply {
  if (error instanceof MPRateLimitError)
    return unknown('http_429', error.retryAfter === null ? null : error.retryAfter * 1000);
  if (!(error instanceof MercadoPagoError) || error instanceof MPConnectionError) return unknown('no_answer');
  if (error.status === 404) return { kind: 'missing' };
  return refusals.has(error.status)
    ? { kind: 'refused', code: `http_${error.status}` }
    : unknown(`http_${error.status}`);
}

const tooLate = (): Promise<ProviderReply> =>
  new Promise((resolve) => {
    AbortSignal.timeout(givenUpMs).addEventListener('abort', () => resolve(unknown('too_late')));
  });
