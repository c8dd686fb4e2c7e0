import type { RefObject } from 'react';
import { useState } from 'react';
import { changeCart } from '#data/cart/cart-store.ts';
import type { FoundAddress } from '#data/cart/ordering.ts';
import type { RecentAddress } from '#data/cart/recent-addresses.ts';
import { addressProblem, withTypedNumber } from '#domain/address.ts';
import type { Cart } from '#domain/cart.ts';
import type { Geolocation } from '#domain/shipping.ts';
import type { Country } from '#domain/store.ts';
import { fieldText } from '#texts/fields.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { addressTexts } from './texts.ts';
import { useAddressLookup } from './use-address-lookup.ts';

interface AddressFields {
  readonly text: string;
  readonly line2: string;
  /** The search text; null after the user has chosen an address. */
  readonly query: string | null;
  /** The pin's last position. It remains when an edit makes the cart drop its address. */
  readonly place: Geolocation | null;
  /** What is wrong with the address; null before the user has been told. */
  readonly error: string | null;
}

const put = (address: Cart['address'], shippingCost: Cart['shippingCost'] = null): void =>
  changeCart((c) => ({ ...c, address, shippingCost }));

/** The fields of the address screen. Only a valid address enters the cart; an edit removes it. */
export function useAddressForm({ address }: Cart, country: Country, field: RefObject<HTMLInputElement | null>) {
  const [fields, setFields] = useState<AddressFields>({
    text: address?.address_line_1 ?? '',
    line2: address?.address_line_2 ?? '',
    query: null,
    place: address?.geolocation ?? null,
    error: null,
  });
  const { busy, turn, cancel, lookUp } = useAddressLookup();

  const change = (changed: Partial<AddressFields>): void => setFields((f) => ({ ...f, ...changed }));
  const refuse = (error: string): void => {
    change({ error });
    announce(error, 'assertive');
    field.current?.focus();
  };

  const editText = (text: string): void => {
    cancel();
    change({ text, query: text, error: null });
    // The edited text no longer matches the chosen address, so the cart drops it.
    if (address) put(null);
  };

  const editLine2 = (line2: string): void => {
    change({ line2 });
    changeCart((c) => (c.address ? { ...c, address: { ...c.address, address_line_2: line2.trim() || null } } : c));
  };

  /** Fills in a found address. Without a street number it stays out of the cart until the user completes it. */
  const take = ({ address_line_1: found, geolocation }: FoundAddress, typed: string): void => {
    const address_line_1 = withTypedNumber(found, typed);
    if (addressProblem({ address_line_1, geolocation }, country)) {
      put(null);
      // The trailing space lets the user type the number at once.
      change({ text: `${address_line_1} `, query: null, place: geolocation });
      refuse(addressTexts.needsNumber);
      return;
    }
    change({ text: address_line_1, query: null, place: geolocation, error: null });
    put({ address_line_1, geolocation, address_line_2: fields.line2.trim() || null });
  };

  /** Takes the address that `where` finds, with the number in `typed`; the toast says `none` when there is no address. */
  const find = async (where: () => Promise<FoundAddress | null>, none: string, typed = ''): Promise<void> => {
    const found = await lookUp(where, none);
    if (found) take(found, typed);
  };

  const takeRecent = ({ address: recent, shippingCost }: RecentAddress): void => {
    cancel();
    change({
      text: recent.address_line_1,
      line2: recent.address_line_2 ?? '',
      query: null,
      place: recent.geolocation,
      error: null,
    });
    put(recent, shippingCost);
  };

  /** Tells the problem of an address that is not in the cart, and returns true. */
  const isRefused = (): boolean => {
    const draft = { address_line_1: fields.text, geolocation: address?.geolocation ?? null };
    const problem = addressProblem(draft, country);
    if (!problem && address) return false;
    refuse(fields.error ?? fieldText(problem ?? { rule: 'address' }));
    return true;
  };

  return { ...fields, busy, turn, editText, editLine2, find, takeRecent, isRefused };
}
