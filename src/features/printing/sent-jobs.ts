import type { AskedPaper } from '#data/printing/asked-paper.ts';
import { onPrintJob } from '#data/printing/job-news.ts';
import type { Store } from '#domain/store.ts';
import { unknownPrintText } from '#texts/printing.ts';
import { toast } from '#ui/toast/toast.ts';
import { handTexts as texts } from './paper-texts.ts';

interface SentJob {
  readonly asked: AskedPaper;
  readonly store: Store;
}

/** The jobs that this page sent and whose end it does not know yet. */
const sent = new Map<string, SentJob>();

export const noteSentJob = (id: string, asked: AskedPaper, store: Store): void => void sent.set(id, { asked, store });

/** Says how the jobs that this page sent ended. Returns what stops it. */
export const tellSentJobs = (onTrouble: (job: SentJob, text: string) => void): (() => void) =>
  onPrintJob(({ job: { id, state, error } }) => {
    const job = sent.get(id);
    if (!job || state === 'queued') return;
    sent.delete(id);
    if (state === 'accepted') toast.show({ id: `print ${id}`, kind: 'success', text: texts.tookIt });
    else onTrouble(job, error ?? (state === 'expired' ? texts.nobodyTookIt : unknownPrintText));
  });
