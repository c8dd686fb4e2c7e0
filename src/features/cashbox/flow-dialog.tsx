import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import type { ShownCashbox } from '#data/cashbox/cashbox.ts';
import { refusedText } from '#data/api/failure.ts';
import { moveMoney } from '#data/cashbox/cashbox.ts';
import { isText, useTyped } from '#data/session/typed.ts';
import type { FlowType } from '#domain/cashbox.ts';
import { flowTypes } from '#domain/cashbox.ts';
import { flowProblem } from '#domain/cash-count.ts';
import { flowDescriptionMaxChars } from '#domain/limits.ts';
import type { Money } from '#domain/money.ts';
import { add, formatMoney, subtract, zero } from '#domain/money.ts';
import type { Store } from '#domain/store.ts';
import { flowTypeTexts } from '#texts/cashbox.ts';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { AmountField, amountWords, typedAmount } from './amount-field.tsx';
import styles from './cashbox.module.css';
import { Fact } from './facts.tsx';
import { RefusalList } from './refusal-list.tsx';
import { cashboxTexts, flowTexts as texts } from './texts.ts';

interface FlowDialogProps {
  readonly store: Store;
  readonly user: Pick<User, 'fullname'>;
  /** Its sums are null while the store wants whoever closes to count first. */
  readonly register: ShownCashbox;
  readonly onClose: () => void;
}

type Direction = 'in' | 'out';

const isDirection = (value: unknown): value is Direction => value === 'in' || value === 'out';
const isFlowType = (value: unknown): value is FlowType => flowTypes.some((type) => type === value);

/** What a type usually does; the person may change it. */
const usual: Readonly<Record<FlowType, Direction>> = {
  cash_in: 'in',
  cash_out: 'out',
  change: 'in',
  supplier: 'out',
  expense: 'out',
  salary: 'out',
  other: 'in',
};

/** 'Registrar movimiento de caja'. It works without a network too. */
export function FlowDialog({ store, user, register, onClose }: FlowDialogProps) {
  const { currency } = store;
  const form = `movement ${register.id}`;
  const [type, setType] = useTyped(`${form} type`, 'cash_out', isFlowType);
  const [direction, setDirection] = useTyped(`${form} direction`, 'out', isDirection);
  const [description, setDescription] = useTyped(`${form} description`, '', isText);
  const [typed, setTyped] = useTyped(`${form} amount`, '', isText);
  const [told, setTold] = useState(false);
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const refuse = (sentence: string): void => {
    setFailed([sentence]);
    announce(sentence, 'assertive');
  };
  const { sending, submit } = useSubmit(() => refuse(texts.notSaved));
  const size = typedAmount(typed, currency);
  const signed = (amount: Money): Money => (direction === 'out' ? subtract(zero, amount) : amount);
  const words = amountWords(size, flowProblem);
  // Not known while the store wants whoever closes to count first.
  const { calculated } = register.balance;
  /** A minus means money that goes out; the amount itself has no sign. */
  const typeAmount = (text: string): void => {
    if (text.includes('-')) setDirection('out');
    setTyped(text.replaceAll('-', ''));
  };
  const left = words === undefined && size && calculated !== null ? add(calculated, signed(size)) : null;

  const save = async (amount: Money): Promise<void> => {
    setAsking(false);
    await submit(async () => {
      setFailed([]);
      const end = await moveMoney(store, register.id, { type, description: description.trim() || null, amount });
      if (end.kind === 'refused') return refuse(refusedText(end));
      const shown = formatMoney(amount, currency);
      toast.show({ kind: 'success', text: end.kind === 'applied' ? texts.saved(shown) : texts.queued(shown) });
      onClose();
    });
  };
  const answer = (event: FormEvent): void => {
    event.preventDefault();
    setTold(true);
    if (words !== undefined || !size) return field.current?.focus();
    const amount = signed(size);
    if (amount < 0 && left !== null && left < 0) setAsking(true);
    else void save(amount);
  };

  return (
    <Overlay
      dirty={typed !== '' || description !== ''}
      footer={<FormAnswers confirm={texts.save} form="cash-flow" saving={sending} onCancel={onClose} />}
      open
      size="sm"
      title={texts.title}
      onClose={onClose}
    >
      <form className={styles['form']} id="cash-flow" noValidate onSubmit={answer}>
        <Fact name={cashboxTexts.manager} value={user.fullname} />
        <Select
          label={texts.type}
          options={flowTypes.map((value) => ({ value, label: flowTypeTexts[value] }))}
          value={type}
          onChange={(value) => {
            const chosen = flowTypes.find((t) => t === value) ?? type;
            setType(chosen);
            setDirection(usual[chosen]);
          }}
        />
        <RadioCards<Direction>
          hideLabel
          label={texts.direction}
          layout="segmented"
          options={[
            { value: 'in', label: texts.comesIn },
            { value: 'out', label: texts.goesOut },
          ]}
          value={direction}
          onChange={setDirection}
        />
        <TextField
          hint={texts.optional}
          label={texts.description}
          maxLength={flowDescriptionMaxChars}
          value={description}
          onChange={setDescription}
        />
        <AmountField
          currency={currency}
          error={told ? words : undefined}
          field={field}
          hint={left === null ? undefined : texts.after(formatMoney(left, currency))}
          label={texts.amount}
          typed={typed}
          onTyped={typeAmount}
        />
        <RefusalList sentences={failed} />
      </form>
      <ConfirmDialog
        confirmLabel={texts.overConfirm}
        open={asking}
        text={calculated === null ? undefined : texts.overText(formatMoney(calculated, currency))}
        title={texts.overTitle}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          if (size) void save(signed(size));
        }}
      />
    </Overlay>
  );
}
