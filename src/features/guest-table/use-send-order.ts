import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { cartOf } from '#data/cart/cart-store.ts';
import { emptyGuestCart } from '#data/guests/guest-cart-record.ts';
import type { GuestAsk } from '#data/guests/ask.ts';
import { askFor, askOf, keepChoice, unansweredAsk } from '#data/guests/ask.ts';
import { reread } from '#data/api/reread.ts';
import { guestQueries } from '#data/guests/guest-table.ts';
import type { GuestPlace } from '#data/guests/guest-visit.ts';
import type { Currency } from '#domain/money.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { guestRefusal, tellGuest } from './guest-refusal.ts';
import { guestTexts as texts } from './texts.ts';

export interface SendingOrder {
  readonly sending: boolean;
  /** Why it was refused; what was chosen stays. */
  readonly refusal: string | null;
  /** The answer was lost: it is asked for until there is one. */
  readonly doubt: boolean;
  readonly send: () => void;
}

/**
 * Sends what is in the cart to the waiter, at once and under one key. An order that a reload left without an answer is
 * asked for again first.
 */
export function useSendOrder(place: GuestPlace, currency: Currency, onSent: () => void): SendingOrder {
  const { sending, submit } = useSubmit();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [doubt, setDoubt] = useState(false);
  const { storeId, code } = place;
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const attempt = async (ask: GuestAsk): Promise<void> => {
    setRefusal(null);
    toast.dismiss('guest');
    const cart = cartOf(storeId);
    try {
      await askFor(place, currency, ask, () => setDoubt(true));
      if (cart) keepChoice(ask.key, cart);
      if (cart) emptyGuestCart(cart);
      tellGuest('success', texts.sent);
      if (here.current) onSent();
    } catch (error) {
      const why = guestRefusal(error);
      const sentence = why.includes(texts.stays) ? why : `${why} ${texts.stays}`;
      setRefusal(sentence);
      announce(sentence, 'assertive');
      // The prices, the products, whether the store takes orders, or the visit has changed.
      void reread({ queryKey: guestQueries.ofTable(place) });
    } finally {
      setDoubt(false);
    }
  };

  const resume = useEffectEvent((ask: GuestAsk) => void submit(() => attempt(ask)));
  useEffect(() => {
    const ask = unansweredAsk({ storeId, code });
    if (ask) resume(ask);
  }, [storeId, code]);

  return { sending, refusal, doubt, send: () => void submit(() => attempt(askOf('order', cartOf(storeId)))) };
}
