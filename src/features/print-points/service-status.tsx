import { useEffect } from 'react';
import { connectPrinting, printCertificate, startPrinting, usePrintService } from '#data/printing/print-service.ts';
import { readFailureText } from '#data/api/failure.ts';
import { saveText } from '#platform/share.ts';
import { qzFailureText } from '#texts/printing.ts';
import { Button, buttonClass } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { IconPrinter, IconPrinterOff, IconRefresh } from '#ui/icons.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './print-points.module.css';
import { serviceTexts as texts } from './texts.ts';

const downloadAddress = 'https://qz.io/download/';

/** Looks for QZ Tray when a screen that needs it opens. */
export function useServiceAtStart(storeId: number): void {
  useEffect(() => void startPrinting(storeId), [storeId]);
}

/** Icon and word of the connection, with «Volver a conectar» (P-16). */
export function ServiceStatus({ storeId }: { readonly storeId: number }) {
  const { state, network } = usePrintService();
  const off = state.name === 'disconnected';
  return (
    <div className={styles['service']}>
      <p className={styles['status']} role="status">
        {state.name === 'pending' ? <Spinner /> : off ? <IconPrinterOff size={22} /> : <IconPrinter size={22} />}
        <span>
          {texts.name}
          <b>{texts[state.name]}</b>
        </span>
      </p>
      {off ? (
        <Button
          icon={<IconRefresh size={22} />}
          size="sm"
          variant="secondary"
          onClick={() => void connectPrinting(storeId)}
        >
          {network === 'prompt' && state.why === null ? texts.connect : texts.reconnect}
        </Button>
      ) : null}
      {state.name === 'pending' ? <p className={styles['quiet']}>{texts.allow}</p> : null}
    </div>
  );
}

/** Why there is no connection, and what to do about it; nothing while there is one. */
export function ServiceHelp() {
  const { state, network } = usePrintService();
  if (state.name !== 'disconnected') return null;
  if (network === 'denied') return <Notice tone="warning">{texts.denied}</Notice>;
  if (network === 'prompt' && state.why === null) return <Notice>{texts.prompt}</Notice>;
  return state.why === null ? null : <Notice tone="warning">{qzFailureText(state.why, null)}</Notice>;
}

/** The three steps that get QZ Tray running (P-15). */
export function DownloadSteps() {
  const { sending, submit } = useSubmit((error) => toast.show({ kind: 'error', text: readFailureText(error) }));
  const saveCertificate = (): void => void submit(async () => saveText('override.crt', await printCertificate()));
  return (
    <Notice tone="warning">
      <p className={styles['lead']}>{texts.download}</p>
      <ol className={styles['steps']}>
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={styles['buttons']}>
        <a
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
          href={downloadAddress}
          rel="noreferrer"
          target="_blank"
        >
          {texts.downloadLink}
        </a>
        <Button loading={sending} size="sm" variant="secondary" onClick={saveCertificate}>
          {texts.certificate}
        </Button>
      </div>
    </Notice>
  );
}
