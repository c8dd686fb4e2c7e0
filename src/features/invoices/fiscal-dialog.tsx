import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { FiscalInput } from '#contract/fiscal-settings.ts';
import { readFailure } from '#data/api/failure.ts';
import type { FiscalSettings } from '#data/billing/fiscal-settings.ts';
import { saveFiscalSettings } from '#data/billing/fiscal-settings.ts';
import { useNetwork } from '#data/device/device.ts';
import { fiscalEnvironments, issuerConditions } from '#domain/fiscal-documents.ts';
import { descriptionMaxChars, fiscalPemMaxChars } from '#domain/limits.ts';
import type { Country, Store } from '#domain/store.ts';
import { failureText } from '#texts/errors.ts';
import { fieldText } from '#texts/fields.ts';
import { Notice } from '#ui/feedback/panels.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { FormAnswers } from '#ui/overlay/form-answers.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import {
  fiscalBusyText,
  fiscalConditionLabels,
  fiscalDay,
  fiscalEnvironmentLabels,
  fiscalProblem,
  fiscalTexts as texts,
  taxIdLabel,
} from './fiscal-texts.ts';
import styles from './invoices.module.css';
import { PemField } from './pem-field.tsx';

interface FiscalDialogProps {
  readonly store: Store;
  readonly settings: FiscalSettings;
  readonly onClose: () => void;
}

/** What the person types. An empty secret or certificate keeps the store's. */
const draftOf = ({ environment, environments, issuer, cscId }: FiscalSettings, country: Country) => ({
  environment: environment ?? environments[0] ?? 'sandbox',
  name: issuer?.name ?? '',
  tax_id: issuer ? taxIdLabel(issuer.tax_id, country) : '',
  address: issuer?.address ?? '',
  condition: issuer?.condition ?? 'registered',
  point: issuer ? String(issuer.point) : '',
  establishment: issuer ? String(issuer.establishment) : '1',
  gross_income: issuer?.gross_income ?? '',
  started_on: issuer?.started_on ?? '',
  timbrado: issuer?.timbrado ?? '',
  activity: issuer?.activity ?? '',
  certificate: '',
  private_key: '',
  csc_id: cscId ?? '',
  csc: '',
});
type Draft = ReturnType<typeof draftOf>;
type Words = Readonly<Record<string, string | undefined>>;

function inputOf(draft: Draft, country: Country): FiscalInput {
  const { environment, certificate, private_key, csc, csc_id, condition } = draft;
  const text = (value: string): string | null => value.trim() || null;
  const isParaguay = country === 'PY';
  return {
    environment,
    issuer: {
      name: draft.name.trim(),
      tax_id: draft.tax_id.trim(),
      address: draft.address.trim(),
      condition,
      point: Number(draft.point),
      establishment: Number(draft.establishment),
      gross_income: text(draft.gross_income),
      started_on: draft.started_on,
      timbrado: isParaguay ? text(draft.timbrado) : null,
      activity: isParaguay ? text(draft.activity) : null,
    },
    ...(certificate !== '' && { certificate }),
    ...(private_key !== '' && { private_key }),
    csc_id: isParaguay ? text(csc_id) : null,
    ...(isParaguay && csc !== '' && { csc }),
  };
}

const requiredIn: Readonly<Record<Country, readonly (keyof Draft)[]>> = {
  AR: ['name', 'tax_id', 'address', 'point', 'started_on'],
  PY: ['name', 'tax_id', 'address', 'establishment', 'point', 'timbrado', 'started_on', 'activity'],
};

/** Who the store is for ARCA or SIFEN, and with which credentials it asks. Needs the server. */
export function FiscalDialog({ store, settings, onClose }: FiscalDialogProps) {
  const { country } = store;
  const [began] = useState(() => draftOf(settings, country));
  const [draft, setDraft] = useState(began);
  const [told, setTold] = useState(false);
  const [refused, setRefused] = useState<{ readonly fields: Words; readonly sentence: string | null } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const online = useNetwork((n) => n.online);
  const { sending, submit } = useSubmit((error) => {
    const failure = readFailure(error);
    const fields = Object.fromEntries(Object.entries(failure.fields).map(([field, [words]]) => [field, words]));
    const words = fields['issuer'] === undefined ? failureText(failure) : fiscalBusyText;
    announce(words, 'assertive');
    // The fields say what is wrong with them.
    const atFields = Object.keys(fields).some((field) => field !== 'issuer');
    setRefused({ fields, sentence: atFields ? null : words });
  });
  useEffect(() => {
    if (refused !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);

  const isMissing = (field: keyof Draft): boolean => requiredIn[country].includes(field) && draft[field].trim() === '';
  const errorAt = (field: keyof Draft, path: string): string | undefined => {
    if (told && isMissing(field)) return fieldText({ rule: 'required' });
    const words = refused?.fields[path];
    return words === undefined ? undefined : fiscalProblem(path, words, country);
  };
  const change = (part: Partial<Draft>): void => {
    setRefused(null);
    setDraft((was) => ({ ...was, ...part }));
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setTold(true);
    if (!online) return;
    if (requiredIn[country].some(isMissing)) {
      announce(fieldText({ rule: 'required' }), 'assertive');
      // The fields say it from the next render on.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    void submit(async () => {
      await saveFiscalSettings(store.id, inputOf(draft, country));
      toast.show({ kind: 'success', text: texts.saved });
      onClose();
    });
  };

  type Plain = Exclude<keyof Draft, 'environment' | 'condition'>;
  const field = (name: Plain, path: string, label: string, more: object = {}) => (
    <TextField
      autoComplete="off"
      error={errorAt(name, path)}
      label={label}
      maxLength={descriptionMaxChars}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      {...more}
    />
  );
  const digits = { inputMode: 'numeric', maxLength: 5 } as const;

  return (
    <Overlay
      dirty={draft !== began}
      footer={
        <FormAnswers
          confirm={texts.save}
          disabledReason={online ? undefined : texts.needsNetwork}
          form="fiscal"
          saving={sending}
          onCancel={onClose}
        />
      }
      open
      size="md"
      title={texts.title}
      onClose={onClose}
    >
      <form ref={form} className={styles['form']} id="fiscal" noValidate onSubmit={save}>
        {refused === null || refused.sentence === null ? null : <Notice tone="error">{refused.sentence}</Notice>}
        {settings.keepsCredentials ? null : <Notice tone="warning">{texts.noVault}</Notice>}
        <Select
          error={errorAt('environment', 'environment')}
          label={texts.environment}
          options={settings.environments.map((value) => ({ value, label: fiscalEnvironmentLabels[country][value] }))}
          value={draft.environment}
          onChange={(value) =>
            change({ environment: fiscalEnvironments.find((e) => e === value) ?? draft.environment })
          }
        />
        {field('name', 'issuer.name', texts.name)}
        {field('tax_id', 'issuer.tax_id', texts.taxId[country], { inputMode: 'numeric', maxLength: 20 })}
        {field('address', 'issuer.address', texts.address)}
        {country === 'AR' ? (
          <>
            <Select
              error={errorAt('condition', 'issuer.condition')}
              label={texts.condition}
              options={issuerConditions.map((value) => ({ value, label: fiscalConditionLabels[value] }))}
              value={draft.condition}
              onChange={(value) => change({ condition: issuerConditions.find((c) => c === value) ?? draft.condition })}
            />
            {field('gross_income', 'issuer.gross_income', texts.grossIncome, { maxLength: 30 })}
          </>
        ) : (
          <>
            {field('timbrado', 'issuer.timbrado', texts.timbrado, { inputMode: 'numeric', maxLength: 8 })}
            {field('activity', 'issuer.activity', texts.activity)}
            {field('establishment', 'issuer.establishment', texts.establishment, digits)}
          </>
        )}
        {field('point', 'issuer.point', texts.point[country], digits)}
        {field('started_on', 'issuer.started_on', texts.startedOn[country], { type: 'date' })}
        {settings.keepsCredentials ? (
          <>
            <PemField
              error={errorAt('certificate', 'certificate')}
              hint={
                settings.certificate === null
                  ? undefined
                  : texts.certificateKept(
                      settings.certificate.subject,
                      fiscalDay(settings.certificate.expiresAt, store.timezone),
                    )
              }
              label={texts.certificate}
              maxLength={fiscalPemMaxChars}
              value={draft.certificate}
              onChange={(certificate) => change({ certificate })}
            />
            <PemField
              error={errorAt('private_key', 'private_key')}
              hint={settings.certificate === null ? undefined : texts.keyKept}
              label={texts.privateKey}
              maxLength={fiscalPemMaxChars}
              value={draft.private_key}
              onChange={(key) => change({ private_key: key })}
            />
            {country === 'PY' ? (
              <>
                {field('csc_id', 'csc_id', texts.cscId, { maxLength: 10 })}
                {field('csc', 'csc', texts.csc, { maxLength: 64, hint: settings.csc ? texts.cscKept : undefined })}
              </>
            ) : null}
          </>
        ) : null}
      </form>
    </Overlay>
  );
}
