import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { printPointsQuery } from '#data/printing/print-points.ts';
import { printLocally, usePrintService } from '#data/printing/print-service.ts';
import { troubleText } from '#data/printing/print-trouble.ts';
import { usePrinterConfigs } from '#data/printing/printer-configs.ts';
import type { PrinterConfig, PrintPoint, PrintRow } from '#domain/printing.ts';
import { printersOf, printRowNames, printRows } from '#domain/printing.ts';
import type { Store } from '#domain/store.ts';
import { testSlip } from '#domain/test-slip.ts';
import { sentToPrinterText } from '#texts/printing.ts';
import { Button } from '#ui/action/button.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Panel } from '#ui/layout/card.tsx';
import { toast } from '#ui/toast/toast.ts';
import { PrintTypeDialog } from './print-type-dialog.tsx';
import styles from './print-points.module.css';
import { DownloadSteps, ServiceHelp, ServiceStatus, useServiceAtStart } from './service-status.tsx';
import { printCardTexts as texts, configTexts, rowTexts } from './texts.ts';

interface PrintCardProps {
  readonly store: Store;
  readonly onPrintPoint: () => void;
}

/** Where this device prints each kind of slip, with a try of each (G2, P-05, P-06, P-07). */
export function PrintCard({ store, onPrintPoint }: PrintCardProps) {
  useServiceAtStart(store.id);
  const configs = usePrinterConfigs(store.id);
  const { data: points } = useQuery(printPointsQuery(store.id));
  const service = usePrintService((s) => s.state);
  const [edited, setEdited] = useState<PrintRow | null>(null);
  const own = points?.some((point) => point.own);
  const broken = service.name === 'disconnected' && service.why !== null;
  return (
    <Panel className={styles['stack']} title={configTexts.printing}>
      <ServiceStatus storeId={store.id} />
      <ServiceHelp />
      {broken ? <DownloadSteps /> : null}
      <ul className={styles['rows']}>
        {printRowNames.map((row) => (
          <RowOf
            key={row}
            config={configs[printRows[row][0]] ?? null}
            points={points}
            row={row}
            store={store}
            onEdit={() => setEdited(row)}
          />
        ))}
      </ul>
      <Button variant="secondary" onClick={onPrintPoint}>
        {own ? texts.editPoint : texts.addPoint}
      </Button>
      {edited === null ? null : (
        <PrintTypeDialog row={edited} store={store} onClose={() => setEdited(null)} onPrintPoint={onPrintPoint} />
      )}
    </Panel>
  );
}

interface RowProps {
  readonly row: PrintRow;
  readonly config: PrinterConfig | null;
  /** undefined: not known. */
  readonly points: readonly PrintPoint[] | undefined;
  readonly store: Store;
  readonly onEdit: () => void;
}

function RowOf({ row, config, points, store, onEdit }: RowProps) {
  const { name } = rowTexts[row];
  const { sending, submit } = useSubmit();
  return (
    <li className={styles['row']}>
      <span className={styles['words']}>
        <span className={styles['name']}>{name}</span>
        <span>{config ? texts[config.method] : texts.none}</span>
        {config ? <span className={styles['quiet']}>{destinationOf(config, points)}</span> : null}
      </span>
      {config?.method === 'local' ? (
        <Button
          aria-label={texts.testOf(name)}
          loading={sending}
          size="sm"
          variant="secondary"
          onClick={() => void submit(() => tryPrinters(store, config))}
        >
          {texts.test}
        </Button>
      ) : null}
      <Button aria-label={texts.editOf(name)} size="sm" variant="secondary" onClick={onEdit}>
        {texts.edit}
      </Button>
    </li>
  );
}

function destinationOf(config: PrinterConfig, points: readonly PrintPoint[] | undefined): string {
  const when = config.automatic ? texts.automatic : texts.byHand;
  if (config.method === 'local') return `${config.value} · ${when}`;
  if (points === undefined) return when;
  return `${points.find((point) => point.id === config.value)?.name ?? texts.gone} · ${when}`;
}

/** «Probar»: a slip on each printer of the row, one after the other, so that each failure names its printer. */
async function tryPrinters(store: Store, config: PrinterConfig): Promise<void> {
  for (const printer of printersOf(config)) {
    const trouble = await printLocally(store.id, printer, testSlip(texts.slip(store.name, printer)));
    if (trouble) toast.show({ kind: 'error', text: troubleText(trouble, printer) });
    else toast.show({ kind: 'success', text: sentToPrinterText(printer) });
  }
}
