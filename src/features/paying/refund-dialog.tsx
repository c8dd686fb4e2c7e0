import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { readFailure, readFailureText } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { isLost } from '#data/api/lost-answer.ts';
import { askToAllow } from '#data/people/people.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import type { Refundable } from '#data/paying/refunds.ts';
import { giveBack } from '#data/paying/refunds.ts';
import { isText, useTyped } from '#data/session/typed.ts';
import { refundAbility, refundProblem } from '#domain/refunds.ts';
import { amountMaxChars, flowDescriptionMaxChars } from '#domain/limits.ts';
import type { Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import { startsPayment } from '#domain/paying.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { fieldText } from '#texts/fields.ts';
import { paymentMethodLabel } from '#texts/order.ts';
import { OfflineNotice } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { moneyFromTyped, typedFromMoney } from '#ui/form/money-text.ts';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './known-payments.module.css';
import { refundTexts as texts } from './texts.ts';

interface RefundDialogProps {
  readonly store: Store;
  readonly payable: PayableRef;
  /** What is being paid, such as 'Pedido 12 · Take away · Ana'. */
  readonly subject: string;
  /** At least one. */
  readonly refundable: readonly Refundable[];
  readonly onClose: () => void;
}

function sentenceOf(error: unknown): string {
  const { code, fields } = readFailure(error);
  if (code === 'no_response') return texts.unknown;
  return 'amount' in fields ? texts.changed : readFailureText(error);
}

/** «Devolver dinero»: a part or all of what was paid, with its reason. Without the right, by somebody's PIN. */
export function RefundDialog({ store, payable, subject, refundable, onClose }: RefundDialogProps) {
  const { currency } = store;
  const ability = refundAbility[payable.type];
  const online = useNetwork((n) => n.online);
  const form = `refund of ${payable.type} ${payable.id}`;
  const isMethod = (value: unknown): value is string => refundable.some((r) => r.method === value);
  const [method, setMethod] = useTyped(`${form} method`, refundable[0]?.method ?? '', isMethod);
  const left = refundable.find((r) => r.method === method) ?? refundable[0];
  const [typed, setTyped] = useTyped(`${form} amount`, typedFromMoney(left?.amount ?? null, currency), isText);
  const [reason, setReason] = useTyped(`${form} reason`, '', isText);
  const [told, setTold] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const amountField = useRef<HTMLInputElement>(null);
  const reasonField = useRef<HTMLInputElement>(null);
  const [doubt, setDoubt] = useState(false);
  /** Who allowed which refund: they are not asked again for the same one when its answer was lost. A refusal used it up. */
  const allowed = useRef({ what: '', grant: null as string | null });
  const { sending, submit } = useSubmit((error) => {
    if (!isLost(error)) allowed.current.grant = null;
    const sentence = sentenceOf(error);
    setFailed(sentence);
    // Perhaps nothing is left to give back: then this dialog goes.
    if (sentence === texts.changed) toast.show({ kind: 'error', text: sentence });
    else announce(sentence, 'assertive');
  });
  if (!left) return null;
  const amount = moneyFromTyped(typed, currency);
  const problem = amount === undefined ? ({ rule: 'invalid' } as const) : refundProblem(amount, left.amount);
  const words =
    problem && (problem.rule === 'max-value' ? texts.most(formatMoney(left.amount, currency)) : fieldText(problem));
  const bare = reason.trim();

  const send = (given: Money): Promise<void> =>
    submit(async () => {
      const wanted = { method: left.method, amount: given, reason: bare };
      const authorised = allowed.current.grant;
      const done = await giveBack(store, payable, wanted, { authorised, onDoubt: () => setDoubt(true) }).finally(() =>
        setDoubt(false),
      );
      const shown = formatMoney(given, currency);
      toast.show(
        done ? { kind: 'success', text: texts.done(shown) } : { kind: 'info', text: texts.askedProvider(shown) },
      );
      onClose();
    });
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTold(true);
    if (words !== null || amount === null || amount === undefined) return amountField.current?.focus();
    if (bare === '') return reasonField.current?.focus();
    setFailed(null);
    if (!can(ability, store)) {
      const wanted = JSON.stringify([left.method, amount, bare]);
      if (allowed.current.what !== wanted) allowed.current = { what: wanted, grant: null };
      const what = texts.asked(formatMoney(amount, currency));
      allowed.current.grant ??= await askToAllow({ store, ability, entityId: payable.id, what });
      if (allowed.current.grant === null) return;
    }
    await send(amount);
  };

  return (
    <Overlay
      dirty={reason !== ''}
      footer={
        <FormAnswers
          confirm={texts.save}
          disabledReason={online ? undefined : texts.offline}
          form="refund"
          saving={sending}
          onCancel={onClose}
        />
      }
      open
      size="sm"
      subtitle={subject}
      title={texts.title}
      onClose={onClose}
    >
      <form className={styles['content']} id="refund" noValidate onSubmit={(event) => void save(event)}>
        {online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
        <RadioCards
          label={texts.method}
          options={refundable.map((r) => ({
            value: r.method,
            label: paymentMethodLabel(r.method, store.payment_methods),
            hint: texts.most(formatMoney(r.amount, currency)),
          }))}
          value={left.method}
          onChange={(value) => {
            setMethod(value);
            setTyped(typedFromMoney(refundable.find((r) => r.method === value)?.amount ?? null, currency));
          }}
        />
        <TextField
          ref={amountField}
          autoComplete="off"
          error={told ? (words ?? undefined) : undefined}
          icon={<span className={styles['unit']}>{currency.symbol.trim()}</span>}
          inputMode={currency.decimals > 0 ? 'decimal' : 'numeric'}
          label={texts.amount}
          maxLength={amountMaxChars}
          value={typed}
          onChange={setTyped}
        />
        <TextField
          ref={reasonField}
          error={told && bare === '' ? fieldText({ rule: 'required' }) : undefined}
          hint={texts.reasonHint}
          label={texts.reason}
          maxLength={flowDescriptionMaxChars}
          value={reason}
          onChange={setReason}
        />
        {startsPayment(left.method) ? <Notice>{texts.byProvider}</Notice> : null}
        {can(ability, store) ? null : <Notice>{texts.needsPin}</Notice>}
        {doubt ? <Notice tone="warning">{texts.doubt}</Notice> : null}
        {failed === null ? null : <Notice tone="error">{failed}</Notice>}
      </form>
    </Overlay>
  );
}
