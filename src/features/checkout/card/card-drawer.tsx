import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useNetwork, useNow } from '#data/device/device.ts';
import type { CardAccount, CardField, CardForm, CardToken } from '#domain/card-form.ts';
import { cardProblems, emptyCard, problemsByField } from '#domain/card-form.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import type { Money } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import type { Store } from '#domain/store.ts';
import type { CardProvider } from '#platform/card-provider.ts';
import { openCardProvider } from '#platform/card-provider.ts';
import { cardErrorGeneral, cardErrorText } from '#texts/card.ts';
import { ErrorPanel, Notice } from '#ui/feedback/panels.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import styles from './card-drawer.module.css';
import { CardFields } from './card-fields.tsx';
import { cardTexts } from './texts.ts';

interface CardDrawerProps {
  readonly amount: Money;
  readonly store: Pick<Store, 'currency' | 'country' | 'timezone'>;
  readonly account: CardAccount;
  /** Cards are not real: the server's provider is the sandbox. */
  readonly sandbox: boolean;
  /** The answer to the order was lost, and it is being asked for. */
  readonly doubt: boolean;
  /** Pays with the token. Resolves to the sentence of a refusal that the drawer shows; null: it is done. */
  readonly onPay: (card: CardToken) => Promise<string | null>;
  readonly onClose: () => void;
}

/**
 * 'Pagar con tarjeta' (C13). The card stays in this component: closing forgets it, and only the card provider gets it.
 */
export function CardDrawer({ amount, store, account, sandbox, doubt, onPay, onClose }: CardDrawerProps) {
  const { currency, timezone: zone } = store;
  const [card, setCard] = useState<CardForm>(emptyCard);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [told, setTold] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const now = useNow(kanbanTimerMs);
  const online = useNetwork((n) => n.online);
  const { sending, submit } = useSubmit();
  const provider = useQuery({
    queryKey: ['card-provider', account.publicKey, account.gateway, sandbox],
    queryFn: () => openCardProvider(account, sandbox),
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
  });
  const { fields, general } = problemsByField(codes);
  // It stays in sight while it is tried again.
  const notLoaded = provider.data === undefined && provider.errorUpdateCount > 0;
  const missing = provider.data ? undefined : notLoaded ? cardTexts.notLoaded : cardTexts.loading;

  const refuse = (found: readonly string[]): void => {
    setCodes(found);
    setTold((times) => times + 1);
    announce(sentenceOf(found), 'assertive');
  };
  // Only after a refusal: a field that is being mended keeps the focus.
  useEffect(() => {
    if (told > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [told]);

  const pay = async (cards: CardProvider): Promise<void> => {
    setRefusal(null);
    const problems = cardProblems(card, now, zone);
    if (problems.length > 0) return refuse(problems);
    setCodes([]);
    const answer = await cards.createToken(card);
    if (answer.kind === 'refused') return refuse(answer.codes);
    const words = answer.kind === 'token' ? await onPay(answer.card) : cardTexts.unreachable;
    setRefusal(words);
    if (words !== null) announce(words, 'assertive');
  };

  const change = (field: CardField, value: string): void => {
    setCard((was) => ({ ...was, [field]: value }));
    setCodes((was) => was.filter((code) => problemsByField([code]).fields.get(field) === undefined));
  };

  return (
    <Drawer
      dirty={card !== emptyCard && !sending}
      footer={
        <FormAnswers
          confirm={cardTexts.pay(formatMoney(amount, currency))}
          disabledReason={online ? missing : cardTexts.offline}
          form={id}
          saving={sending}
          onCancel={() => {
            if (!sending) onClose();
          }}
        />
      }
      open
      size="md"
      title={cardTexts.title}
      onClose={() => {
        if (!sending) onClose();
      }}
    >
      <form
        ref={form}
        className={styles['form']}
        id={id}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          const { data } = provider;
          if (online && data) void submit(() => pay(data));
        }}
      >
        {doubt ? <Notice tone="warning">{cardTexts.doubt}</Notice> : null}
        {provider.data?.sandbox ? <Notice tone="warning">{cardTexts.sandbox}</Notice> : null}
        {notLoaded ? (
          <ErrorPanel
            message={cardTexts.notLoaded}
            retrying={provider.isFetching}
            onRetry={() => void provider.refetch()}
          />
        ) : null}
        {general === null ? null : <Notice tone="error">{cardErrorText(general)}</Notice>}
        {refusal === null ? null : <Notice tone="error">{refusal}</Notice>}
        <p className={styles['due']}>
          <span>{cardTexts.toPay}</span>
          <b>{formatMoney(amount, currency)}</b>
        </p>
        <CardFields card={card} disabled={sending} now={now} problems={fields} store={store} onChange={change} />
        {provider.data?.sandbox === false ? <p className={styles['safe']}>{cardTexts.safe}</p> : null}
      </form>
    </Drawer>
  );
}

/** What a screen reader hears of a refusal: the first field's sentence. */
function sentenceOf(codes: readonly string[]): string {
  const { fields, general } = problemsByField(codes);
  const [first] = fields.values();
  if (general !== null) return cardErrorText(general);
  return first === undefined ? cardErrorGeneral : cardErrorText(first);
}
