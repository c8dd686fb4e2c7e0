import type { Money } from '#domain/money.ts';
import type { AskedPayment, SeenPayment } from '#domain/paying.ts';

/** A card that is charged online, as the vendor's hosted fields describe it. */
export interface ChargedCard {
  /** The provider's name of the brand. */
  readonly option: string;
  readonly token: string;
  readonly installments: number;
}

/** A payment that a provider is asked to charge. */
export interface NewPayment extends AskedPayment {
  /** Idempotency key, the same at every try: the provider charges once. */
  readonly key: string;
  /** What the person who pays reads; no personal data. */
  readonly description: string;
  /** null: a QR. */
  readonly card: ChargedCard | null;
}

/** What the provider says of a payment. */
export interface ProviderAnswer extends SeenPayment {
  readonly orderId: string;
  readonly paymentId: string | null;
  /** The content of the QR. */
  readonly qrData: string | null;
  /** The provider's own words for the state, for the record. */
  readonly detail: string;
}

/** A part of a payment that goes back. */
export interface RefundPart {
  /** The provider's id of the payment. */
  readonly paymentId: string;
  readonly amount: Money;
}

export type ProviderReply =
  | { readonly kind: 'answer'; readonly answer: ProviderAnswer }
  /** It refused for good, so nothing was charged. */
  | { readonly kind: 'refused'; readonly code: string }
  /** It knows no such payment. */
  | { readonly kind: 'missing' }
  /** Whether it did what it was asked is not known: ask again under the same key. */
  | { readonly kind: 'unknown'; readonly code: string; readonly retryAfterMs: number | null };

/** A reply in the provider's words, for the record. */
export const replyWords = (reply: ProviderReply): string =>
  reply.kind === 'answer'
    ? `${reply.answer.state} ${reply.answer.detail}`.trim()
    : reply.kind === 'missing'
      ? 'missing'
      : `${reply.kind} ${reply.code}`;

/**
 * Charges people. No method throws for an answer of the provider or a lost one. Never call it while a transaction is
 * open: an answer may take seconds.
 */
export interface PaymentProvider {
  /** As the gateways of stores name it. */
  readonly service: string;
  /** No money moves. */
  readonly sandbox: boolean;
  /** Only of the sandbox: what the person who pays does. null: people pay for themselves. */
  readonly simulate: ((orderId: string, does: 'pays' | 'is-refused') => Promise<void>) | null;
  /** Secret that signs its webhooks; null: none are accepted. */
  readonly webhookSecret: string | null;
  create(payment: NewPayment): Promise<ProviderReply>;
  read(orderId: string): Promise<ProviderReply>;
  /** Calls the payment off. When it is too late for that, the answer says so by its state. */
  cancel(orderId: string, key: string): Promise<ProviderReply>;
  /**
   * Gives money back: a part, or all of it when nothing went back before. The provider may do it later: read it until it
   * is refunded.
   */
  refund(orderId: string, key: string, part: RefundPart | null): Promise<ProviderReply>;
}
