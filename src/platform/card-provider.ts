import type { CardAccount, CardForm, CardToken } from '#domain/card-form.ts';
import { cardBrand, cardDigits } from '#domain/card-form.ts';
import { newUuid } from './random.ts';

export type CardAnswer =
  | { readonly kind: 'token'; readonly card: CardToken }
  /** The provider's codes; one that nobody knows is a general error. */
  | { readonly kind: 'refused'; readonly codes: readonly string[] }
  /** No answer: nothing was charged, because a token charges nothing. */
  | { readonly kind: 'unreachable' };

/**
 * Exchanges a card for a token that can be charged once. The card goes from this page to the provider alone: it never
 * reaches our server, the disk or a log.
 */
export interface CardProvider {
  /** No card is real, and no money moves. */
  readonly sandbox: boolean;
  readonly createToken: (card: CardForm) => Promise<CardAnswer>;
}

/** A cardholder of this name is refused by the sandbox, as by the vendor's test cards. */
const refusedHolder = 'OTHE';
/** The server's sandbox refuses this token. */
const refusedToken = 'sandbox-refused';

/** The card never leaves the device. */
const sandboxCards = (gateway: number): CardProvider => ({
  sandbox: true,
  createToken: (card) =>
    Promise.resolve({
      kind: 'token',
      card: {
        token: card.holder.trim() === refusedHolder ? refusedToken : `sandbox-${newUuid()}`,
        option: cardBrand(card.number) ?? 'visa',
        last_four_digits: cardDigits(card.number).slice(-4),
        installments: 1,
        gateway,
      },
    }),
});

/** The card provider of a store. Only a real one loads the vendor's script; rejects when that fails. */
export const openCardProvider = async (account: CardAccount, sandbox: boolean): Promise<CardProvider> =>
  sandbox ? sandboxCards(account.gateway) : (await import('./mercado-pago-cards.ts')).mercadoPagoCards(account);
