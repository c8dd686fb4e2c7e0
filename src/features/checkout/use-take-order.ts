import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import { refusedText } from '#data/api/failure.ts';
import { readPhone } from '#contract/phone.ts';
import type { Profile } from '#contract/wire/stores.ts';
import {
  bringCartBack,
  cartOf,
  clearCart,
  isCartNow,
  isSending,
  renewCart,
  setCartAside,
  useCart,
  whileSending,
} from '#data/cart/cart-store.ts';
import { useDiscountContext } from '#data/cart/cart-totals.ts';
import { useNetwork } from '#data/device/device.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { currentOrder } from '#data/orders/orders.ts';
import { storeQueries } from '#data/store/stores.ts';
import type { TakenOrder } from '#data/orders/take-order.ts';
import { takeOrder } from '#data/orders/take-order.ts';
import type { CardToken } from '#domain/card-form.ts';
import type { Cart } from '#domain/cart.ts';
import { allowsPromocode, cartTotals, needsDiscountPin } from '#domain/cart-pricing.ts';
import { canTakeOffline, paysOnline } from '#domain/checkout.ts';
import type { Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import { isPhoneOf } from '#domain/phone.ts';
import { deviceClock } from '#platform/clock.ts';
import { errorTexts } from '#texts/errors.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { tellMissing, toast } from '#ui/toast/toast.ts';
import { checkoutTexts } from './texts.ts';

/** How long an online device waits for the server's answer. Offline it waits 0 ms: the order is on disk. */
const patienceMs = 8_000;

interface TakeOrderInput {
  readonly profile: Profile;
  readonly cart: Cart;
  readonly user: Pick<User, 'id'>;
  /**
   * Called after the cart was cleared, to leave a screen of the cart, which is empty now. The person may have gone to
   * another screen meanwhile.
   */
  readonly onTaken: (order: Extract<TakenOrder, { readonly uid: string }>) => void;
}

interface TakingOrder {
  readonly sending: boolean;
  /** The reason of the refusal; the cart is unchanged. */
  readonly refusal: string | null;
  /** The total that the server refused; the reloaded prices may give another one. */
  readonly refusedTotal: Money | null;
  readonly phoneIsWrong: boolean;
  /** The answer to an order that a card pays was lost: it is asked for until there is one. */
  readonly doubt: boolean;
  /**
   * Sends once; calls during a send do nothing (K-75, K-76). `card` pays the online card row. Resolves to the sentence of
   * a refusal; null: the order was taken or saved.
   */
  readonly send: (card?: CardToken) => Promise<string | null>;
  readonly forgetProblems: () => void;
}

interface Problems {
  readonly refusal: string | null;
  readonly refusedTotal: Money | null;
  readonly phoneIsWrong: boolean;
}

const none: Problems = { refusal: null, refusedTotal: null, phoneIsWrong: false };

/** Most orders are queued, and need none of it. */
const loadOrderNow = () => importWithRetry(() => import('#data/orders/order-now.ts'), tellMissing);

/** Error codes that mean that this device's prices, products or costs are outdated. */
const outdated: readonly string[] = ['total_mismatch', 'item_unavailable', 'validation', 'order_minimum'];

/**
 * Takes the cart's order: phone as E.164, the user as seller where they may not choose one, on disk before the network.
 */
export function useTakeOrder({ profile, cart: painted, user, onTaken }: TakeOrderInput): TakingOrder {
  const { store } = profile;
  const isCustomer = painted.byCustomer === true;
  const at = useDiscountContext(profile, painted);
  const queryClient = useQueryClient();
  const { sending, submit } = useSubmit();
  const sendingElsewhere = useCart(isSending);
  const [problems, setProblems] = useState(none);
  const [doubt, setDoubt] = useState(false);

  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const refuse = (refusal: string, refusedTotal: Money | null = null): string => {
    setProblems({ ...none, refusal, refusedTotal });
    // Whoever has left the checkout hears of it all the same.
    if (here.current) announce(refusal, 'assertive');
    else toast.show({ kind: 'error', title: checkoutTexts.notTaken, text: refusal });
    return refusal;
  };

  const storeKey = storeQueries.profile(store.id).queryKey.slice(0, 2);
  /** `sent`: the cart that became the order. The person may have begun another one meanwhile. */
  const finished = (end: TakenOrder, total: Money, sent: Cart): string | null => {
    const isOpen = isCartNow(sent);
    if (end.kind !== 'taken' && end.kind !== 'saved' && isOpen) bringCartBack();
    if (end.kind === 'other') {
      if (isOpen) renewCart();
      return refuse(checkoutTexts.other(end.order.number));
    }
    if (end.kind === 'refused') {
      // Refetches all data of the store, including the shipping cost.
      if (outdated.includes(end.code)) void queryClient.invalidateQueries({ queryKey: storeKey });
      return refuse(refusedText(end), end.code === 'total_mismatch' ? total : null);
    }
    if (end.kind === 'discarded') return refuse(checkoutTexts.discarded);
    const number = end.kind === 'taken' ? (end.order ?? currentOrder(end.uid))?.number : null;
    const told = isCustomer ? checkoutTexts.sent : checkoutTexts.taken;
    const text = end.kind === 'taken' ? told(number ?? null) : checkoutTexts.saved;
    toast.show({ kind: 'success', text });
    if (isOpen) clearCart();
    if (here.current || isOpen) onTaken(end);
    return null;
  };

  /**
   * Asks for the PIN that the cart's discount needs. Resolves to what goes with the order (null: nothing), or to the
   * sentence why it is not taken.
   */
  const askForDiscount = async (): Promise<{ readonly grant: string | null } | string> => {
    const cart = cartOf(store.id) ?? painted;
    if (!needsDiscountPin(cart, store.abilities)) return { grant: null };
    // Nobody can check a PIN without the server.
    if (!useNetwork.getState().online) return checkoutTexts.discountOffline;
    const totals = cartTotals(cart, profile.catalog, profile.discounts, at, store.abilities);
    const money = (amount: Money): string => formatMoney(amount, store.currency);
    const what = checkoutTexts.discountAsked(money(totals.discount), money(totals.total));
    // Few orders need it.
    const { askToAllow } = await importWithRetry(() => import('#data/people/people.ts'), tellMissing);
    const grant = await askToAllow({ store, ability: 'order.discount', entityId: null, what });
    return grant === null ? checkoutTexts.discountRefused : { grant };
  };

  const attempt = async (card: CardToken | null, authorised: string | null): Promise<string | null> => {
    // Reads the store: the last taps may not be rendered yet, but belong to the order.
    const cart = cartOf(store.id) ?? painted;
    let phone = '';
    if (cart.phone.trim() !== '') {
      const read = await readPhone(cart.phone, store.country).catch(() => null);
      if (read === null) return refuse(errorTexts.no_response);
      if (!read.ok || !isPhoneOf(store.country, read.e164)) {
        setProblems({ ...none, phoneIsWrong: true });
        return checkoutTexts.invalidPhone;
      }
      phone = read.e164;
    }
    const { online } = useNetwork.getState();
    // A customer's order is never queued (decision 041).
    if (!online && isCustomer) return refuse(checkoutTexts.ordering);
    if (!online && paysOnline(cart)) return refuse(checkoutTexts.payingOffline);
    if (!online && !canTakeOffline(cart, deviceClock.now())) return refuse(checkoutTexts.waiting);
    const order: Cart = {
      ...cart,
      phone,
      seller_id: isCustomer ? null : store.abilities.canChooseSeller ? cart.seller_id : user.id,
      promocode: allowsPromocode(cart, store.abilities) ? cart.promocode : null,
    };
    const totals = cartTotals(cart, profile.catalog, profile.discounts, at, store.abilities);
    try {
      if (card !== null || isCustomer || paysOnline(cart)) {
        const { takeOrderNow } = await loadOrderNow();
        return finished(
          await takeOrderNow(order, totals, store, card, authorised, () => setDoubt(true)),
          totals.total,
          cart,
        );
      }
      const waitMs = online ? patienceMs : 0;
      return finished(await takeOrder(order, totals, store, waitMs, authorised, setCartAside), totals.total, cart);
    } catch {
      // Only the disk can fail here; the outbox handles the network.
      return refuse(checkoutTexts.notSaved);
    }
  };

  return {
    sending: sending || sendingElsewhere,
    ...problems,
    forgetProblems: () => setProblems(none),
    doubt,
    send: async (card) => {
      let words: string | null = null;
      const allowed = await askForDiscount();
      if (typeof allowed === 'string') return refuse(allowed);
      await whileSending(() =>
        submit(async () => {
          setProblems(none);
          words = await attempt(card ?? null, allowed.grant);
          setDoubt(false);
        }),
      );
      return words;
    },
  };
}
