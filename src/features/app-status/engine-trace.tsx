import { useState } from 'react';
import { traceText, useTrace } from '#data/outbox/trace.ts';
import { canShare, copyText, saveText, shareText } from '#platform/share.ts';
import { Button } from '#ui/action/button.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import styles from './app-status.module.css';
import { traceTexts } from './texts.ts';

const fileName = 'marche-registro.txt';

/** The offline engine's recent trace, to read or to send to support. It holds no personal data. */
export function EngineTrace() {
  const lines = useTrace();
  /** null = not copied yet. The result is shown beside the button: a notice would cover it. */
  const [copied, setCopied] = useState<boolean | null>(null);
  const text = traceText(lines);
  return (
    <section aria-labelledby="registro">
      <h3 className={styles['heading']} id="registro">
        {traceTexts.title}
      </h3>
      {lines.length === 0 ? (
        <EmptyState title={traceTexts.empty} />
      ) : (
        <>
          <p className={styles['quiet']}>{traceTexts.about}</p>
          <textarea readOnly aria-label={traceTexts.title} className={styles['trace']} rows={10} value={text} />
          <div className={styles['traceButtons']}>
            <Button size="sm" variant="secondary" onClick={() => void copyText(text).then(setCopied)}>
              {traceTexts.copy}
            </Button>
            {canShare() ? (
              <Button size="sm" variant="secondary" onClick={() => void shareText(traceTexts.title, text)}>
                {traceTexts.share}
              </Button>
            ) : null}
            <Button size="sm" variant="secondary" onClick={() => saveText(fileName, text)}>
              {traceTexts.save}
            </Button>
          </div>
          <p className={styles['quiet']} role="status">
            {copied === null ? '' : copied ? traceTexts.copied : traceTexts.notCopied}
          </p>
        </>
      )}
    </section>
  );
}
