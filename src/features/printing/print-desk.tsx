import { useEffect, useEffectEvent, useState } from 'react';
import { useEngine } from '#data/outbox/store-engine.ts';
import { askForPrintSetup } from '#data/printing/print-setup.ts';
import { printServiceNoticeMs } from '#domain/limits.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { wakeIn } from '#platform/clock.ts';
import { printServiceDownText, qzAwayText, qzPromptText } from '#texts/printing.ts';
import { Button } from '#ui/action/button.tsx';
import { IconPrinterOff } from '#ui/icons.tsx';
import { connectNow, openDesk, openDrawerForCash, type ServiceTrouble, watchService } from './open-desk.ts';
import { tellTrouble } from './print-by-hand.ts';
import styles from './printing.module.css';
import { tellSentJobs } from './sent-jobs.ts';
import { deskTexts, handTexts } from './paper-texts.ts';

/**
 * The printing of this device: what prints by itself, the jobs of others, the end of its own jobs, and a notice at the
 * top when QZ Tray is down (P-44, P-45).
 */
export function PrintDesk({ store }: { readonly store: Store }) {
  const storeEngine = useEngine((s) => (s.current?.storeId === store.id ? s.current : null));
  const [trouble, setTrouble] = useState<ServiceTrouble | null>(null);
  const storeNow = useEffectEvent(() => store);
  useEffect(() => (storeEngine ? openDesk(storeEngine, () => storeNow()) : undefined), [storeEngine]);
  useEffect(() => openDrawerForCash(() => storeNow()), []);
  useEffect(() => watchService(store.id, setTrouble), [store.id]);
  useEffect(() => tellSentJobs((job, text) => tellTrouble(job.asked, text, job.store)), []);
  useEffect(() => (trouble === null ? undefined : wakeIn(printServiceNoticeMs, () => setTrouble(null))), [trouble]);
  if (trouble === null) return null;
  const down = trouble === 'down';
  const answer = (): void => {
    setTrouble(null);
    if (down) askForPrintSetup('point');
    else connectNow(store.id);
  };
  return (
    <div className={styles['top']} data-print-service="" role="alert">
      <IconPrinterOff size={22} />
      <p>{down ? `${printServiceDownText} ${qzAwayText}` : qzPromptText}</p>
      {down && !can('printpoint.manage', store) ? null : (
        <Button size="sm" variant="secondary" onClick={answer}>
          {down ? handTexts.configure : deskTexts.connect}
        </Button>
      )}
    </div>
  );
}
