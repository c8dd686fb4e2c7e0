import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { readFailure } from '#data/api/failure.ts';
import type { ReadPayableBilling } from '#data/billing/billing.ts';
import { sendInvoice } from '#data/billing/billing.ts';
import { printWhenIssued } from '#data/billing/print-invoice.ts';
import { useNetwork } from '#data/device/device.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { isLimbo } from '#domain/fiscal-documents.ts';
import type { ArIdType, InvoiceData, InvoiceType, PyIdType } from '#domain/invoices.ts';
import {
  arIdTypeCodes,
  arIdTypeNames,
  checkInvoice,
  emptyInvoice,
  formatIdNumber,
  isArInvoice,
  offeredInvoiceTypes,
  pyIdTypes,
} from '#domain/invoices.ts';
import { customerNameMaxChars, idNumberMaxChars } from '#domain/limits.ts';
import type { Store } from '#domain/store.ts';
import { newUuid } from '#platform/random.ts';
import { invoiceFieldText } from '#texts/invoices.ts';
import { askingAgain, changeSentences } from '#texts/lost-answer.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { IconReceipt } from '#ui/icons.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './invoices.module.css';
import { documentName, invoiceTexts as texts } from './texts.ts';

interface InvoiceFormProps {
  readonly store: Store;
  readonly payable: PayableRef;
  readonly billing: ReadPayableBilling;
  /** 'Ahora no'. */
  readonly onLeave: () => void;
}

type Words = Readonly<Record<string, string | undefined>>;

const firstWords = (problems: Readonly<Record<string, readonly FieldProblem[]>>): Words =>
  Object.fromEntries(
    Object.entries(problems).map(([field, [problem]]) => [field, problem && invoiceFieldText(problem)]),
  );

/** 'Facturar': type, customer and their document, by the store's country (I-02 to I-15). */
export function InvoiceForm({ store, payable, billing, onLeave }: InvoiceFormProps) {
  const { vatCategory } = store.pivot.config;
  const online = useNetwork((n) => n.online);
  const [data, setData] = useState<InvoiceData>(() => emptyInvoice(store.country, vatCategory));
  const [told, setTold] = useState(false);
  const [refused, setRefused] = useState<{ readonly fields: Words; readonly sentence: string | null } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  /** The same content keeps its key, so that a retry makes no second invoice. */
  const sent = useRef({ of: '', key: '' });
  const { sending, submit } = useSubmit((error) => {
    const failure = readFailure(error);
    const fields = Object.fromEntries(Object.entries(failure.fields).map(([field, [words]]) => [field, words]));
    const sentence = changeSentences(failure).join(' ');
    setRefused({ fields, sentence });
    announce(sentence, 'assertive');
    // What was refused for good is a new invoice next time; a lost answer is asked for again.
    if (failure.code === 'billing_unavailable') sent.current = { of: '', key: '' };
  });
  const offered = store.country === 'AR' ? offeredInvoiceTypes(vatCategory) : null;
  const locked = store.country === 'AR' && offered === null ? texts.noCondition : online ? undefined : texts.offline;
  const checked = checkInvoice(data, { identifyFrom: billing.identify_from, total: billing.draft.total, vatCategory });
  const problems = told && !checked.ok ? firstWords(checked.failure.fields ?? {}) : {};
  const wordsAt = (field: string): string | undefined => problems[field] ?? refused?.fields[field];
  const change = (part: Partial<InvoiceData>): void => {
    setRefused(null);
    setData((was) => Object.assign({}, was, part));
  };
  /** Rises with each try that this form refuses. */
  const [wrongTries, setWrongTries] = useState(0);
  useEffect(() => {
    if (refused !== null || wrongTries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused, wrongTries]);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTold(true);
    if (locked !== undefined) return;
    if (!checked.ok) {
      setWrongTries((n) => n + 1);
      announce(Object.values(firstWords(checked.failure.fields ?? {})).join(' '), 'assertive');
      return;
    }
    setRefused(null);
    const of = JSON.stringify(data);
    if (sent.current.of !== of) sent.current = { of, key: newUuid() };
    await submit(async () => {
      const document = await sendInvoice(store, payable, data, {
        key: sent.current.key,
        onDoubt() {
          setRefused({ fields: {}, sentence: askingAgain });
          announce(askingAgain, 'assertive');
        },
      });
      printWhenIssued(store, payable, document);
      if (isLimbo(document.state)) toast.show({ kind: 'info', text: texts.pending });
      else toast.show({ kind: 'success', text: texts.issued(documentName(document)) });
    });
  };

  const other = data.customerType === 'other';
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
      {locked === texts.noCondition ? <Notice tone="warning">{texts.noCondition}</Notice> : null}
      {isArInvoice(data) && offered !== null ? (
        <RadioCards<string>
          error={wordsAt('invoiceType')}
          label={texts.types}
          layout="grid"
          options={offered.types.map((type) => ({ value: String(type), label: texts.type(type) }))}
          value={String(data.invoiceType)}
          onChange={(value) =>
            change({ invoiceType: offered.types.find((t: InvoiceType) => String(t) === value) ?? 6 })
          }
        />
      ) : null}
      <RadioCards
        error={wordsAt('customerType')}
        label={texts.customer}
        layout="segmented"
        options={[
          { value: 'final', label: texts.customers.final },
          { value: 'other', label: texts.customers.other },
        ]}
        value={data.customerType}
        onChange={(customerType) => change({ customerType })}
      />
      {other ? (
        <>
          <TextField
            autoComplete="off"
            error={wordsAt('customerName')}
            label={texts.name}
            maxLength={customerNameMaxChars}
            value={data.customerName ?? ''}
            onChange={(customerName) => change({ customerName })}
          />
          <VatCategory data={data} error={wordsAt('vatCategory')} onChange={change} />
          <IdType data={data} error={wordsAt('customerIdType')} onChange={change} />
          <TextField
            autoComplete="off"
            error={wordsAt('customerIdNumber')}
            inputMode="numeric"
            label={texts.idNumber}
            maxLength={idNumberMaxChars}
            value={data.customerIdNumber ?? ''}
            onChange={(typed) => change({ customerIdNumber: formatIdNumber(data.customerIdType, typed) })}
          />
        </>
      ) : null}
      {refused !== null && refused.sentence !== null && Object.keys(refused.fields).length === 0 ? (
        <Notice tone="error">{refused.sentence}</Notice>
      ) : null}
      <div className={styles['answers']}>
        <Button variant="secondary" onClick={onLeave}>
          {texts.notNow}
        </Button>
        <Button disabledReason={locked} icon={<IconReceipt size={22} />} loading={sending} type="submit">
          {texts.action}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  readonly data: InvoiceData;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<InvoiceData>) => void;
}

/** The four positions of Argentina are three categories; the third has two of them (D-33). */
const arChoices = {
  final: { vatCategory: 0, exempt: false },
  registered: { vatCategory: 1, exempt: false },
  monotributo: { vatCategory: 2, exempt: false },
  exempt: { vatCategory: 2, exempt: true },
} as const;

function VatCategory({ data, error, onChange }: PartProps) {
  if (isArInvoice(data)) {
    const names = ['final', 'registered', 'monotributo', 'exempt'] as const;
    const chosen = names.find(
      (name) => arChoices[name].vatCategory === data.vatCategory && arChoices[name].exempt === (data.exempt ?? false),
    );
    return (
      <RadioCards
        error={error}
        label={texts.vat}
        layout="grid"
        options={names.map((value) => ({ value, label: texts.vatAr[value] }))}
        value={chosen ?? null}
        onChange={(name) => onChange(arChoices[name])}
      />
    );
  }
  const names = ['final', 'company', 'exempt'] as const;
  return (
    <RadioCards
      error={error}
      label={texts.vat}
      layout="grid"
      options={names.map((value) => ({ value, label: texts.vatPy[value] }))}
      value={names[data.vatCategory]}
      onChange={(name) => onChange({ vatCategory: ({ final: 0, company: 1, exempt: 2 } as const)[name] })}
    />
  );
}

function IdType({ data, error, onChange }: PartProps) {
  const number = data.customerIdNumber ?? '';
  const choose = (customerIdType: ArIdType | PyIdType): void =>
    onChange({ customerIdType, customerIdNumber: formatIdNumber(customerIdType, number) });
  if (!isArInvoice(data))
    return (
      <RadioCards
        error={error}
        label={texts.idType}
        layout="segmented"
        options={pyIdTypes.map((value) => ({ value, label: value }))}
        value={data.customerIdType}
        onChange={choose}
      />
    );
  const types = arIdTypeCodes.toReversed();
  return (
    <RadioCards<string>
      error={error}
      label={texts.idType}
      layout="segmented"
      options={types.map((code) => ({ value: String(code), label: arIdTypeNames[code] }))}
      value={String(data.customerIdType)}
      onChange={(value) => choose(types.find((code) => String(code) === value) ?? 96)}
    />
  );
}
