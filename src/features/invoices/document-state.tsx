import type { ReactNode } from 'react';
import { useNow } from '#data/device/device.ts';
import type { FiscalDocument, FiscalState } from '#domain/fiscal-documents.ts';
import { fiscalNumber, isLimbo } from '#domain/fiscal-documents.ts';
import type { Tone } from '#ui/feedback/badge.tsx';
import { StateTag } from '#ui/feedback/badge.tsx';
import { IconAlert, IconClock, IconSuccess, IconUndo, IconWarning } from '#ui/icons.tsx';
import styles from './invoices.module.css';
import { documentAge, documentName, documentStateLabels, invoiceTexts as texts } from './texts.ts';

const looks: Readonly<Record<FiscalState, { readonly tone: Tone; readonly icon: ReactNode }>> = {
  requested: { tone: 'late', icon: <IconClock size={18} /> },
  verifying: { tone: 'late', icon: <IconWarning size={18} /> },
  issued: { tone: 'ready', icon: <IconSuccess size={18} /> },
  observed: { tone: 'ready', icon: <IconWarning size={18} /> },
  rejected: { tone: 'danger', icon: <IconAlert size={18} /> },
};

interface DocumentStateProps {
  readonly document: FiscalDocument;
  /** How far the server's clock is ahead of this device's. */
  readonly aheadMs: number;
}

/** How a document stands, since when, and what happens next while the authority has not answered for good. */
export function DocumentState({ document, aheadMs }: DocumentStateProps) {
  const now = useNow(1_000) + aheadMs;
  const { state, authority, content, number, problem, created_at: at, next_at: next, by, undone, kind } = document;
  const name = documentName(document);
  const shown = number === null ? name : `${name} ${fiscalNumber(authority, content.issuer, number)}`;
  const secondsToNext = next === null ? null : Math.max(0, Math.ceil((next - now) / 1_000));
  return (
    <div className={styles['state']}>
      <div className={styles['head']}>
        <b>{shown}</b>
        <StateTag icon={looks[state].icon} state={looks[state].tone}>
          {documentStateLabels[state]}
        </StateTag>
        {undone && kind === 'invoice' ? (
          <StateTag icon={<IconUndo size={18} />} state="neutral">
            {texts.undone}
          </StateTag>
        ) : null}
        {document.sandbox ? <StateTag state="late">{texts.sandbox}</StateTag> : null}
      </div>
      {problem === null ? null : <p>{problem}</p>}
      {isLimbo(state) ? (
        <p className={styles['quiet']}>
          {texts.asked(documentAge(Math.max(0, Math.floor((now - at) / 1_000))), by)}
          {secondsToNext === null
            ? null
            : ` · ${secondsToNext > 90 ? texts.nextLong(Math.ceil(secondsToNext / 60)) : texts.next(secondsToNext)}`}
        </p>
      ) : null}
      {document.remarks.length > 0 ? (
        <p className={styles['quiet']}>{texts.observed(document.remarks.join(' · '))}</p>
      ) : null}
    </div>
  );
}
