import { useMemo, useRef, useState } from 'react';
import { readFailure } from '#data/api/failure.ts';
import type { ReadPayableBilling } from '#data/billing/billing.ts';
import { sendCreditNote } from '#data/billing/billing.ts';
import { useNetwork } from '#data/device/device.ts';
import { usePreferences } from '#data/device/preferences.ts';
import { isLost } from '#data/api/lost-answer.ts';
import type { PayableRef } from '#data/paying/payment-events.ts';
import { askForPaper } from '#data/printing/asked-paper.ts';
import { type FiscalDocument, printedDocument } from '#domain/fiscal-documents.ts';
import { decodePaper } from '#domain/paper/decode.ts';
import { printerProfiles } from '#domain/paper/document.ts';
import { encodePaper } from '#domain/paper/encode.ts';
import type { Store } from '#domain/store.ts';
import { newUuid } from '#platform/random.ts';
import { askingAgain, changeSentences } from '#texts/lost-answer.ts';
import { invoicePaper } from '#texts/paper/invoice.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { useSpokenError } from '#ui/form/use-spoken-error.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { IconPrinter, IconUndo } from '#ui/icons.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { PaperPreview } from '#ui/paper/paper-preview.tsx';
import { DocumentState } from './document-state.tsx';
import styles from './invoices.module.css';
import { documentName, invoiceTexts as texts } from './texts.ts';

interface DocumentViewProps {
  readonly store: Store;
  readonly payable: PayableRef;
  readonly billing: ReadPayableBilling;
  /** Begins a new invoice after one that was undone or refused; null: it is not offered. */
  readonly onAgain: (() => void) | null;
  readonly onLeave: () => void;
}

/** The invoice of an order or table with its credit note: how each stands, the paper, and what can follow. */
export function DocumentView({ store, payable, billing, onAgain, onLeave }: DocumentViewProps) {
  const online = useNetwork((n) => n.online);
  const [asking, setAsking] = useState(false);
  const { error, tellError, clearError } = useSpokenError();
  const key = useRef(newUuid());
  const { sending, submit } = useSubmit((failure) => {
    tellError(changeSentences(readFailure(failure)).join(' '));
    // After a lost answer the same credit note is asked for again.
    if (!isLost(failure)) key.current = newUuid();
  });
  const { documents, aheadMs } = billing;
  const [known, setKnown] = useState(documents.length);
  if (known !== documents.length) {
    // The document that has come since then says how it ended.
    setKnown(documents.length);
    clearError();
  }
  const printed = printedDocument(documents);
  const undo = (): Promise<void> =>
    submit(async () => {
      await sendCreditNote(store, payable, { key: key.current, onDoubt: () => tellError(askingAgain) });
      clearError();
      key.current = newUuid();
    });
  return (
    <div className={styles['view']}>
      <section aria-label={texts.documents} className={styles['documents']}>
        {documents.map((document) => (
          <DocumentState key={document.id} aheadMs={aheadMs} document={document} />
        ))}
        {error === null ? null : <Notice tone="error">{error}</Notice>}
        <div className={styles['answers']}>
          {billing.undoable ? (
            <Button
              disabledReason={online ? undefined : texts.offline}
              icon={<IconUndo size={22} />}
              loading={sending}
              variant="ghost"
              onClick={() => setAsking(true)}
            >
              {texts.undo}
            </Button>
          ) : null}
          {onAgain === null ? null : (
            <Button variant="secondary" onClick={onAgain}>
              {texts.again}
            </Button>
          )}
          {printed === null ? null : (
            <Button
              icon={<IconPrinter size={22} />}
              variant="secondary"
              onClick={() => askForPaper({ paper: 'invoice', document: printed, payable })}
            >
              {texts.print}
            </Button>
          )}
          <Button onClick={onLeave}>{texts.done}</Button>
        </div>
      </section>
      {printed === null ? null : <Paper document={printed} store={store} />}
      <ConfirmDialog
        cancelLabel={texts.undoCancel}
        confirmLabel={texts.undoConfirm}
        open={asking}
        text={texts.undoText}
        title={texts.undoTitle}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          clearError();
          void undo();
        }}
      />
    </div>
  );
}

/** The document as it is printed, read from its bytes. */
function Paper({ document, store }: { readonly document: FiscalDocument; readonly store: Store }) {
  const width = usePreferences((p) => p.paperWidth);
  const rows = useMemo(
    () => decodePaper(encodePaper(invoicePaper(document, store), printerProfiles[width])),
    [document, store, width],
  );
  return (
    <div className={styles['paper']}>
      <PaperPreview label={`${texts.preview}: ${documentName(document)}`} rows={rows} width={width} />
    </div>
  );
}
