import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import { isErrorCode } from '#contract/errors.ts';
import { readPhone } from '#contract/phone.ts';
import type { Profile } from '#contract/wire/stores.ts';
import { clearCart } from '#data/cart-store.ts';
import { useCartTotals } from '#data/cart-totals.ts';
import { useNetwork } from '#data/network.ts';
import { orderEntity } from '#data/order-commands.ts';
import type { TakenOrder } from '#data/orders.ts';
import { takeOrder } from '#data/orders.ts';
import { useEngine } from '#data/store-engine.ts';
import { storeQueries } from '#data/stores.ts';
import type { Cart } from '#domain/cart.ts';
import { wakeIn } from '#platform/clock.ts';
import { errorTexts } from '#texts/errors.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { checkoutTexts } from './texts.ts';

/** Without a network there is no word to wait for: the order is on disk. */
const patienceMs = 8_000;

const patience = (ms: number): Promise<'late'> => new Promise((resolve) => void wakeIn(ms, () => resolve('late')));

const numberOf = (uid: string): number | null =>
  useEngine.getState().current?.engine.snapshot(orderEntity, uid)?.body.number ?? null;

interface TakeOrderInput {
  readonly profile: Profile;
  readonly cart: Cart;
  readonly user: Pick<User, 'id'>;
  /** The cart is empty again: go on. */
  readonly onTaken: (order: { readonly kind: 'taken' | 'saved'; readonly uid: string }) => void;
}

interface TakingOrder {
  readonly sending: boolean;
  /** Why the order was not taken; everything is still there. */
  readonly refusal: string | null;
  readonly phoneIsWrong: boolean;
  /** Sends once, however often it is called meanwhile (K-75, K-76). Resolves with whether it went or was kept. */
  readonly send: () => Promise<boolean>;
  readonly forgetProblems: () => void;
}

interface Problems {
  readonly refusal: string | null;
  readonly phoneIsWrong: boolean;
}

const none: Problems = { refusal: null, phoneIsWrong: false };

/** Taking the order of the cart: phone as E.164, own seller for those who may not choose one, on disk before the network. */
export function useTakeOrder({ profile, cart, user, onTaken }: TakeOrderInput): TakingOrder {
  const { store } = profile;
  const totals = useCartTotals(profile, cart);
  const queryClient = useQueryClient();
  const busy = useRef(false);
  const [sending, setSending] = useState(false);
  const [problems, setProblems] = useState(none);

  const refuse = (refusal: string): boolean => {
    setProblems({ ...none, refusal });
    announce(refusal, 'assertive');
    return false;
  };

  const finished = (end: TakenOrder): boolean => {
    if (end.kind === 'refused') {
      if (end.code === 'total_mismatch')
        void queryClient.invalidateQueries({ queryKey: storeQueries.profile(store.id).queryKey });
      return refuse(end.message || errorTexts[isErrorCode(end.code) ? end.code : 'internal']);
    }
    if (end.kind === 'discarded') return refuse(checkoutTexts.discarded);
    const text = end.kind === 'taken' ? checkoutTexts.taken(numberOf(end.uid)) : checkoutTexts.saved;
    toast.show({ kind: 'success', text });
    clearCart();
    onTaken(end);
    return true;
  };

  const attempt = async (): Promise<boolean> => {
    let phone = '';
    if (cart.phone.trim() !== '') {
      const read = await readPhone(cart.phone, store.country).catch(() => null);
      if (read === null) return refuse(errorTexts.no_response);
      if (!read.ok) {
        setProblems({ ...none, phoneIsWrong: true });
        return false;
      }
      phone = read.e164;
    }
    const seller = store.abilities.canChooseSeller ? cart.seller_id : user.id;
    try {
      return finished(
        await takeOrder(
          { ...cart, phone, seller_id: seller },
          totals,
          store,
          patience,
          useNetwork.getState().online ? patienceMs : 0,
        ),
      );
    } catch {
      // Only the disk can fail here: the network is the outbox's business.
      return refuse(checkoutTexts.notSaved);
    }
  };

  return {
    sending,
    ...problems,
    forgetProblems: () => setProblems(none),
    send: async () => {
      if (busy.current) return false;
      busy.current = true;
      setSending(true);
      setProblems(none);
      const went = await attempt();
      busy.current = false;
      setSending(false);
      return went;
    },
  };
}
