import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { laterInCart } from '#data/cart/cart-store.ts';
import { readFailureText } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { checkPromocode } from '#data/cart/ordering.ts';
import type { Cart } from '#domain/cart.ts';
import { withPromocode } from '#domain/cart.ts';
import { promoCodeChars } from '#domain/limits.ts';
import { normalPromocode, promocodeProblem } from '#domain/promocode.ts';
import type { Store } from '#domain/store.ts';
import { fieldText } from '#texts/fields.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './discount.module.css';
import { discountTexts } from './texts.ts';

interface PromoDialogProps {
  readonly cart: Cart;
  readonly store: Pick<Store, 'id' | 'currency'>;
  readonly onClose: () => void;
}

/**
 * 'Usar código promocional': one field. The server validates the code and gives the reason of a refusal (K-26 to K-31).
 */
export function PromoDialog({ cart, store, onClose }: PromoDialogProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const online = useNetwork((n) => n.online);
  const field = useRef<HTMLInputElement>(null);

  const refuse = (sentence: string): void => {
    setError(sentence);
    announce(sentence, 'assertive');
    field.current?.focus();
  };
  const { sending: checking, submit } = useSubmit((failure) => refuse(readFailureText(failure)));
  const apply = async (): Promise<void> => {
    const problem = promocodeProblem(code);
    if (problem) return refuse(fieldText(problem));
    setError(null);
    const change = laterInCart();
    const promocode = await checkPromocode(store, code);
    if (cart.discount) toast.show({ kind: 'info', text: discountTexts.replacedDiscount });
    change((c) => withPromocode(c, promocode));
    onClose();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (online) void submit(apply);
  };

  return (
    <Overlay
      dirty={code !== ''}
      footer={
        <FormAnswers
          confirm={discountTexts.promoApply}
          disabledReason={online ? undefined : discountTexts.offline}
          form="promo"
          saving={checking}
          onCancel={onClose}
        />
      }
      initialFocus={field}
      open
      size="sm"
      title={discountTexts.promoTitle}
      onClose={onClose}
    >
      <form id="promo" noValidate onSubmit={onSubmit}>
        <TextField
          ref={field}
          autoCapitalize="characters"
          autoComplete="off"
          className={styles['value']}
          error={error ?? undefined}
          label={discountTexts.promoCode}
          maxLength={promoCodeChars.max}
          spellCheck={false}
          value={code}
          onChange={(value) => {
            setCode(normalPromocode(value));
            setError(null);
          }}
        />
      </form>
    </Overlay>
  );
}
