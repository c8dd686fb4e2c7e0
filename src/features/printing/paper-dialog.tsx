import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AskedPaper } from '#data/printing/asked-paper.ts';
import { usePreferences, setPreferences } from '#data/device/preferences.ts';
import { useOrder } from '#data/orders/orders.ts';
import { decodePaper } from '#domain/paper/decode.ts';
import type { PaperDocument } from '#domain/paper/document.ts';
import { printerProfiles } from '#domain/paper/document.ts';
import { encodePaper } from '#domain/paper/encode.ts';
import { paperStatuses } from '#domain/paper/kinds.ts';
import type { Order } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { printPage } from '#platform/share.ts';
import { commanderPaper, rejectedPaper } from '#texts/paper/commander.ts';
import type { PaperStore } from '#texts/paper/parts.ts';
import { summaryPaper } from '#texts/paper/summary.ts';
import { Button } from '#ui/action/button.tsx';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { IconPrinter } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { PaperPreview, PaperSheet } from '#ui/paper/paper-preview.tsx';
import { logoQuery, sheetPaper } from './papers.ts';
import styles from './printing.module.css';
import { paperTexts as texts } from './paper-texts.ts';
import { UsbPrinting } from './usb-printing.tsx';

interface PaperDialogProps {
  readonly asked: AskedPaper;
  readonly store: Store;
  readonly onClose: () => void;
  /** «Imprimir»: to the destination that is set, else to where it is set. */
  readonly onPrint: () => void;
}

/**
 * A receipt as it will be printed, read from its bytes. «Imprimir» prints it where this device prints such receipts; a
 * USB cable and the browser's own dialog print it without a print point, and without a network.
 */
export function PaperDialog({ asked, store, onClose, onPrint }: PaperDialogProps) {
  const order = useOrder('uid' in asked ? asked.uid : '')?.body ?? null;
  const [printedAt] = useState(() => deviceClock.now());
  const width = usePreferences((p) => p.paperWidth);
  const logo = useLogo(store);
  const refused = refusalOf(asked, order);
  const printed = useMemo(() => {
    const paper = refused === null ? paperFor(asked, order, printedAt, { ...store, picture: logo }) : null;
    const bytes = paper && encodePaper(paper, printerProfiles[width]);
    return bytes && { bytes, rows: decodePaper(bytes) };
  }, [asked, order, printedAt, store, logo, width, refused]);
  return (
    <>
      <Overlay
        footer={
          <div className={styles['answers']}>
            <Button variant="secondary" onClick={onClose}>
              {texts.close}
            </Button>
            {printed === null ? null : (
              <>
                <Button variant="secondary" onClick={printPage}>
                  {texts.printPage}
                </Button>
                <Button data-autofocus="" icon={<IconPrinter size={22} />} onClick={onPrint}>
                  {texts.print}
                </Button>
              </>
            )}
          </div>
        }
        open
        size="md"
        title={texts.titles[asked.paper]}
        onClose={onClose}
      >
        {printed === null ? (
          <Notice tone="warning">{refused}</Notice>
        ) : (
          <div className={styles['content']}>
            <ChipRow label={texts.width}>
              {([80, 58] as const).map((paperWidth) => (
                <FilterPill
                  key={paperWidth}
                  pressed={paperWidth === width}
                  onToggle={() => setPreferences({ paperWidth })}
                >
                  {texts.millimetres(paperWidth)}
                </FilterPill>
              ))}
            </ChipRow>
            {logo === null && store.logo_url !== null && !withoutLogo.includes(asked.paper) ? (
              <Notice tone="warning">{texts.noLogo}</Notice>
            ) : null}
            <UsbPrinting bytes={printed.bytes} />
            <PaperPreview label={texts.preview} rows={printed.rows} width={width} />
          </div>
        )}
      </Overlay>
      {printed && createPortal(<PaperSheet rows={printed.rows} width={width} />, document.body)}
    </>
  );
}

const withoutLogo: readonly AskedPaper['paper'][] = ['commander', 'rejected', 'invoice'];

/** The store's logo in dots. undefined: it has none, or it is being read; null: it is no picture. */
const useLogo = ({ logo_url: url }: Store) => useQuery({ ...logoQuery(url), enabled: url !== null }).data;

/** Why the receipt cannot be printed now: another device changed the order while its preview was open. */
function refusalOf(asked: AskedPaper, order: Order | null): string | null {
  if (!('uid' in asked)) return null;
  if (order === null) return texts.gone;
  return paperStatuses[asked.paper].includes(order.status) ? null : texts.notNow;
}

function paperFor(asked: AskedPaper, order: Order | null, printedAt: Instant, store: PaperStore): PaperDocument | null {
  if (!('uid' in asked)) return sheetPaper(asked, printedAt, store);
  if (order === null) return null;
  const printing = { printedAt, reprint: null };
  if (asked.paper === 'summary') return summaryPaper(order, printing, store);
  if (asked.paper === 'rejected') return rejectedPaper({ ...printing, order, revision: order.ver }, store);
  const change = { kind: 'whole' } as const;
  return commanderPaper({ ...printing, order, lines: order.items, change, revision: order.ver }, store);
}
