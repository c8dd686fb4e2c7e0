import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import { openCashbox } from '#data/cashbox/cashbox.ts';
import { useNetwork } from '#data/device/device.ts';
import { isText, useTyped } from '#data/session/typed.ts';
import { countedProblem } from '#domain/cash-count.ts';
import type { Store } from '#domain/store.ts';
import { newUuid } from '#platform/random.ts';
import { Button } from '#ui/action/button.tsx';
import { IconReceipt } from '#ui/icons.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Panel } from '#ui/layout/card.tsx';
import { toast } from '#ui/toast/toast.ts';
import { AmountField, amountWords, typedAmount } from './amount-field.tsx';
import styles from './cashbox.module.css';
import { Fact } from './facts.tsx';
import { RefusalList } from './refusal-list.tsx';
import { cashboxTexts, openingTexts as texts } from './texts.ts';
import { useFormRefusals } from './use-form-refusals.ts';

interface OpenFormProps {
  readonly store: Store;
  readonly user: Pick<User, 'fullname'>;
  /** null: there is no closed register yet. */
  readonly onLast: (() => void) | null;
}

/** 'Abrir caja'. */
export function OpenForm({ store, user, onLast }: OpenFormProps) {
  const { currency } = store;
  const [typed, setTyped] = useTyped(`opening of store ${store.id}`, '', isText);
  const [told, setTold] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const key = useRef(newUuid());
  const online = useNetwork((n) => n.online);
  const { sentences, refuse, doubt, forget } = useFormRefusals();
  const { sending, submit } = useSubmit(refuse);
  const amount = typedAmount(typed, currency);
  const words = amountWords(amount, countedProblem);

  const open = (event: FormEvent): void => {
    event.preventDefault();
    setTold(true);
    if (words !== undefined || amount === null || amount === undefined) return field.current?.focus();
    void submit(async () => {
      forget();
      await openCashbox(store, amount, key.current, doubt);
      toast.show({ kind: 'success', text: texts.opened });
    });
  };

  return (
    <Panel className={styles['narrow']} title={texts.title}>
      <form className={styles['form']} noValidate onSubmit={open}>
        <Fact name={cashboxTexts.manager} value={user.fullname} />
        <AmountField
          currency={currency}
          error={told ? words : undefined}
          field={field}
          label={texts.initial}
          typed={typed}
          onTyped={(text) => {
            setTyped(text);
            // Another amount is another opening.
            key.current = newUuid();
          }}
        />
        <Button
          disabledReason={online ? undefined : cashboxTexts.needsNetwork}
          fullWidth
          loading={sending}
          type="submit"
        >
          {texts.open}
        </Button>
        <RefusalList sentences={sentences} />
        {onLast ? (
          <Button fullWidth icon={<IconReceipt size={22} />} variant="secondary" onClick={onLast}>
            {texts.last}
          </Button>
        ) : null}
      </form>
    </Panel>
  );
}
