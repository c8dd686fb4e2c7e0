import type { RefObject } from 'react';
import { preparePhones } from '#contract/phone.ts';
import { changeCart } from '#data/cart/cart-store.ts';
import type { Cart } from '#domain/cart.ts';
import { commentsMaxChars, descriptionMaxChars } from '#domain/limits.ts';
import type { Seller } from '#domain/store.ts';
import { Select } from '#ui/form/select.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { checkoutTexts } from './texts.ts';

const counterFromChars = 80;
const phoneMaxChars = 32;

interface CustomerBlockProps {
  readonly cart: Cart;
  readonly phoneError: string | undefined;
  readonly phoneRef: RefObject<HTMLInputElement | null>;
  readonly onPhone: () => void;
  /** null for users who are always the seller of their own orders (K-71). */
  readonly sellers: readonly Seller[] | null;
}

/**
 * Customer's name and phone, comments, and for admins the seller (K-67, K-69 to K-71, K-80). A customer's name is that of
 * their account.
 */
export function CustomerBlock({ cart, phoneError, phoneRef, onPhone, sellers }: CustomerBlockProps) {
  const { description, phone, comments } = cart;
  return (
    <Panel title={cart.byCustomer ? checkoutTexts.own : checkoutTexts.customer}>
      {cart.byCustomer ? null : (
        <TextField
          autoComplete="off"
          label={checkoutTexts.name}
          maxLength={descriptionMaxChars}
          value={description}
          onChange={(value) => changeCart((c) => ({ ...c, description: value }))}
          {...(description.length >= counterFromChars
            ? { hint: checkoutTexts.count(description.length, descriptionMaxChars) }
            : {})}
        />
      )}
      <TextField
        ref={phoneRef}
        autoComplete={cart.byCustomer ? 'tel' : 'off'}
        error={phoneError}
        inputMode="tel"
        label={checkoutTexts.phone}
        maxLength={phoneMaxChars}
        type="tel"
        value={phone}
        onChange={(value) => {
          changeCart((c) => ({ ...c, phone: value }));
          if (phoneError !== undefined) onPhone();
        }}
        onFocus={preparePhones}
      />
      <TextArea
        counterFrom={counterFromChars}
        label={checkoutTexts.comments}
        maxLength={commentsMaxChars}
        rows={2}
        value={comments}
        onChange={(value) => changeCart((c) => ({ ...c, comments: value }))}
      />
      {sellers ? (
        <Select
          label={checkoutTexts.seller}
          options={[
            { value: '', label: checkoutTexts.noSeller },
            ...sellers.map((s) => ({ value: String(s.id), label: s.fullname })),
          ]}
          value={cart.seller_id === null ? '' : String(cart.seller_id)}
          onChange={(value) => changeCart((c) => ({ ...c, seller_id: value === '' ? null : Number(value) }))}
        />
      ) : null}
    </Panel>
  );
}
