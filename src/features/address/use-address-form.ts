import type { RefObject } from 'react';
import { useRef, useState } from 'react';
import { changeCart } from '#data/cart/cart-store.ts';
import type { FoundAddress } from '#data/cart/ordering.ts';
import type { RecentAddress } from '#data/cart/recent-addresses.ts';
import { addressProblem, withTypedNumber } from '#domain/address.ts';
import type { Cart } from '#domain/cart.ts';
import type { Geolocation } from '#domain/shipping.ts';
import type { Country } from '#domain/store.ts';
import { fieldText } from '#texts/fields.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { addressMapTexts } from './maps/texts.ts';
import { addressTexts } from './texts.ts';

interface AddressForm {
  readonly text: string;
  readonly line2: string;
  /** The search text; null after the user has chosen an address. */
  readonly query: string | null;
  /** The pin's last position. It remains when an edit makes the cart drop its address. */
  readonly place: Geolocation | null;
  /** What is wrong with the address; null before the user has been told. */
  readonly error: string | null;
  /** True while an address is looked up. */
  readonly busy: boolean;
  /** Changes when the pin must return to its last position. */
  readonly turn: number;
  readonly editText: (text: string) => void;
  readonly editLine2: (text: string) => void;
  /** Takes the address that `where` finds, with the number in `typed`; the toast says `none` when there is no address. */
  readonly find: (where: () => Promise<FoundAddress | null>, none: string, typed?: string) => Promise<void>;
  readonly takeRecent: (recent: RecentAddress) => void;
  /** Tells the problem of an address that is not in the cart, and returns true. */
  readonly isRefused: () => boolean;
}

/** The fields of the address screen. Only a valid address enters the cart; an edit removes it. */
export function useAddressForm(
  { address }: Cart,
  country: Country,
  field: RefObject<HTMLInputElement | null>,
): AddressForm {
  const [text, setText] = useState(address?.address_line_1 ?? '');
  const [line2, setLine2] = useState(address?.address_line_2 ?? '');
  const [query, setQuery] = useState<string | null>(null);
  const [place, setPlace] = useState<Geolocation | null>(address?.geolocation ?? null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [turn, setTurn] = useState(0);
  /** Only the latest lookup counts: the answer of an older one is discarded. */
  const lookup = useRef(0);

  const cancelLookup = (): void => {
    lookup.current += 1;
    setBusy(false);
  };
  const put = (next: Cart['address'], cost: Cart['shippingCost'] = null): void =>
    changeCart((c) => ({ ...c, address: next, shippingCost: cost }));
  const refuse = (sentence: string): void => {
    setError(sentence);
    announce(sentence, 'assertive');
    field.current?.focus();
  };

  /** Fills in a found address. Without a street number it stays out of the cart until the user completes it. */
  const take = ({ address_line_1: found, geolocation }: FoundAddress, typed: string): void => {
    const address_line_1 = withTypedNumber(found, typed);
    setText(address_line_1);
    setQuery(null);
    setPlace(geolocation);
    if (addressProblem({ address_line_1, geolocation }, country)) {
      put(null);
      // The trailing space lets the user type the number at once.
      setText(`${address_line_1} `);
      refuse(addressTexts.needsNumber);
      return;
    }
    setError(null);
    put({ address_line_1, geolocation, address_line_2: line2.trim() || null });
  };

  return {
    text,
    line2,
    query,
    place,
    error,
    busy,
    turn,
    editText: (value) => {
      cancelLookup();
      setText(value);
      setQuery(value);
      setError(null);
      // The edited text no longer matches the chosen address, so the cart drops it.
      if (address) put(null);
    },
    editLine2: (value) => {
      setLine2(value);
      changeCart((c) => (c.address ? { ...c, address: { ...c.address, address_line_2: value.trim() || null } } : c));
    },
    find: async (where, none, typed = '') => {
      lookup.current += 1;
      const mine = lookup.current;
      setBusy(true);
      const answer = await where().catch(() => undefined);
      if (mine !== lookup.current) return;
      setBusy(false);
      if (answer) return take(answer, typed);
      setTurn((n) => n + 1);
      toast.show({ kind: 'error', text: answer === null ? none : addressMapTexts.unreachable });
    },
    takeRecent: (recent) => {
      cancelLookup();
      setText(recent.address.address_line_1);
      setLine2(recent.address.address_line_2 ?? '');
      setQuery(null);
      setError(null);
      setPlace(recent.address.geolocation);
      put(recent.address, recent.shippingCost);
    },
    isRefused: () => {
      const problem = addressProblem({ address_line_1: text, geolocation: address?.geolocation ?? null }, country);
      if (!problem && address) return false;
      refuse(error ?? fieldText(problem ?? { rule: 'address' }));
      return true;
    },
  };
}
