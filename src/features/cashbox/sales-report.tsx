import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readReportPdf, salesReportQuery } from '#data/cashbox/cashbox.ts';
import { readFailureText } from '#data/api/failure.ts';
import { loading } from '#data/device/loading.ts';
import { askForPaper } from '#data/printing/asked-paper.ts';
import { useNetwork, useNow } from '#data/device/device.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import type { Currency } from '#domain/money.ts';
import { formatMoney } from '#domain/money.ts';
import { amountCell, barPercent, changeInPercent, csvOf } from '#domain/sales-report.ts';
import type { SalesReport, SalesRow } from '#domain/sales-report.ts';
import type { Store } from '#domain/store.ts';
import { isoFromInstant } from '#domain/time.ts';
import { savePdf, saveText } from '#platform/share.ts';
import { reportTexts as texts, reportViewNames, reportViews, type ReportView } from '#texts/sales-report.ts';
import { whenLabel } from '#texts/time.ts';
import { Button } from '#ui/action/button.tsx';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { Loaded, OfflineNotice } from '#ui/feedback/loaded.tsx';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { IconDownload, IconPrinter, IconReceipt } from '#ui/icons.tsx';
import { PanelListSkeleton } from '#ui/layout/panel-list.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { toast } from '#ui/toast/toast.ts';
import styles from './cashbox.module.css';
import { Fact } from './facts.tsx';

interface SalesReportDialogProps {
  readonly store: Store;
  readonly cashboxId: number;
  readonly onClose: () => void;
}

/** X or Z report: what was sold while the register is or was open, each list as bars with their numbers. Online only. */
export function SalesReportDialog({ store, cashboxId, onClose }: SalesReportDialogProps) {
  const query = useQuery(salesReportQuery(store, cashboxId));
  const online = useNetwork((n) => n.online);
  const report = query.data;
  const title = report ? (report.closed ? texts.z : texts.x) : texts.open;
  const reason = report ? undefined : texts.loading;
  const state = loading(query);
  const isMissing = report === undefined && (!online || state.hasFailed);
  const { sending, submit } = useSubmit((error) => toast.show({ kind: 'error', text: readFailureText(error) }));
  const nameOf = (shown: SalesReport, format: 'csv' | 'pdf'): string =>
    texts.file(shown.closed, isoFromInstant(shown.from).slice(0, 10), format);
  return (
    <Overlay
      footer={
        isMissing ? undefined : (
          <div className={styles['downloads']}>
            <Button
              aria-label={texts.download(texts.csv)}
              disabledReason={reason}
              icon={<IconDownload size={22} />}
              variant="secondary"
              onClick={() => report && saveText(nameOf(report, 'csv'), csvOfReport(report, store.currency))}
            >
              {texts.csv}
            </Button>
            <Button
              aria-label={texts.download(texts.pdf)}
              disabledReason={reason ?? (online ? undefined : texts.offline)}
              icon={<IconDownload size={22} />}
              loading={sending}
              variant="secondary"
              onClick={() =>
                report &&
                void submit(async () => savePdf(nameOf(report, 'pdf'), await readReportPdf(store.id, cashboxId)))
              }
            >
              {texts.pdf}
            </Button>
            <Button
              disabledReason={reason}
              icon={<IconPrinter size={22} />}
              variant="secondary"
              onClick={() => report && askForPaper({ paper: 'report', report })}
            >
              {texts.print}
            </Button>
          </div>
        )
      }
      open
      size="md"
      title={title}
      onClose={onClose}
    >
      <Loaded
        {...state}
        offline={online ? null : <OfflineNotice>{texts.offline}</OfflineNotice>}
        skeleton={<PanelListSkeleton height={160} label={texts.loading} />}
      >
        {(shown) =>
          shown.sales.orders === 0 ? (
            <EmptyState icon={<IconReceipt size={32} />} title={texts.empty} />
          ) : (
            <ReportBody report={shown} store={store} />
          )
        }
      </Loaded>
    </Overlay>
  );
}

interface ReportProps {
  readonly report: SalesReport;
  readonly store: Store;
}

function ReportBody({ report, store }: ReportProps) {
  const [view, setView] = useState<ReportView>('hours');
  return (
    <div className={styles['form']}>
      <ReportSums report={report} store={store} />
      <ChipRow label={texts.by} wrap>
        {reportViewNames.map((name) => (
          <FilterPill key={name} pressed={name === view} onToggle={() => setView(name)}>
            {texts.views[name]}
          </FilterPill>
        ))}
      </ChipRow>
      <SalesTable caption={texts.views[view]} currency={store.currency} rows={reportViews(report)[view]} />
    </div>
  );
}

/** What was sold in all, and compared with a week before. */
function ReportSums({ report, store: { currency, timezone } }: ReportProps) {
  const now = useNow(kanbanTimerMs);
  const { from, to, sales, weekBefore } = report;
  const change = changeInPercent(report);
  return (
    <div className={styles['facts']}>
      <p className={styles['quiet']}>{texts.span(whenLabel(from, now, timezone), whenLabel(to, now, timezone))}</p>
      <Fact name={texts.sold} value={`${texts.orders(sales.orders)} · ${formatMoney(sales.total, currency)}`} />
      <Fact
        name={texts.weekBefore}
        value={`${texts.orders(weekBefore.orders)} · ${formatMoney(weekBefore.total, currency)}`}
      />
      <p className={styles['difference']}>{change === null ? texts.nothingBefore : texts.change(change)}</p>
    </div>
  );
}

interface SalesTableProps {
  readonly caption: string;
  readonly rows: readonly SalesRow[];
  readonly currency: Currency;
}

/** A list of sums: each row has its numbers and, under its name, a bar of their size. */
function SalesTable({ caption, rows, currency }: SalesTableProps) {
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{caption}</th>
          <th className={styles['number']} scope="col">
            {texts.count}
          </th>
          <th className={styles['number']} scope="col">
            {texts.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.key}
              <span aria-hidden="true" className={styles['bar']} style={{ inlineSize: `${barPercent(row, rows)}%` }} />
            </th>
            <td className={styles['number']}>{row.count}</td>
            <td className={styles['number']}>{formatMoney(row.total, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All lists of the report, one under the other. */
export const csvOfReport = (report: SalesReport, currency: Currency): string =>
  csvOf(
    reportViewNames.flatMap((view) => [
      [texts.views[view], texts.count, texts.total],
      ...reportViews(report)[view].map((row) => [row.key, row.count, amountCell(row.total, currency)]),
      [],
    ]),
  );
