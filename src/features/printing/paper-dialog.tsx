import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useUiIntents } from '#data/device/ui-intents.ts';
import type { AskedPaper } from '#data/printing/asked-paper.ts';
import { askForPaper } from '#data/printing/asked-paper.ts';
import { usePreferences, setPreferences } from '#data/device/preferences.ts';
import { useOrder } from '#data/orders/orders.ts';
import { decodePaper } from '#domain/paper/decode.ts';
import type { PaperDocument } from '#domain/paper/document.ts';
import { printerProfiles } from '#domain/paper/document.ts';
import { encodePaper } from '#domain/paper/encode.ts';
import { logoDots, pictureOf } from '#domain/paper/picture.ts';
import { paperStatuses } from '#domain/paper/kinds.ts';
import type { Order } from '#domain/order.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { readPicture } from '#platform/picture.ts';
import { printPage } from '#platform/share.ts';
import { cashboxPaper, reportPaper } from '#texts/paper/cashbox.ts';
import { commanderPaper, rejectedPaper } from '#texts/paper/commander.ts';
import type { PaperStore } from '#texts/paper/parts.ts';
import { groupSummaryPaper, summaryPaper } from '#texts/paper/summary.ts';
import { Button } from '#ui/action/button.tsx';
import { ChipRow, FilterPill } from '#ui/action/chip.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { IconPrinter } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { PaperPreview, PaperSheet } from '#ui/paper/paper-preview.tsx';
import styles from './printing.module.css';
import { paperTexts as texts } from './texts.ts';

// A receipt of one store must not stay open in the next.
useUiIntents.subscribe(({ storeId }, before) => {
  if (storeId !== before.storeId) askForPaper(null);
});

interface PaperDialogProps {
  readonly asked: AskedPaper;
  readonly store: Store;
  readonly onClose: () => void;
}

/** A receipt as it will be printed, read from its bytes, and «Imprimir» through the browser's own dialog (P-46). */
export function PaperDialog({ asked, store, onClose }: PaperDialogProps) {
  const order = useOrder('uid' in asked ? asked.uid : '')?.body ?? null;
  const [printedAt] = useState(() => deviceClock.now());
  const width = usePreferences((p) => p.paperWidth);
  const logo = useLogo(store);
  const refused = refusalOf(asked, order);
  const rows = useMemo(() => {
    const paper = refused === null ? paperFor(asked, order, printedAt, { ...store, picture: logo }) : null;
    return paper && decodePaper(encodePaper(paper, printerProfiles[width]));
  }, [asked, order, printedAt, store, logo, width, refused]);
  return (
    <>
      <Overlay
        footer={
          <div className={styles['answers']}>
            <Button variant="secondary" onClick={onClose}>
              {texts.close}
            </Button>
            {rows === null ? null : (
              <Button data-autofocus="" icon={<IconPrinter size={22} />} onClick={printPage}>
                {texts.print}
              </Button>
            )}
          </div>
        }
        open
        size="md"
        title={texts.titles[asked.paper]}
        onClose={onClose}
      >
        {rows === null ? (
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
            {logo === null && store.logo_url !== null && asked.paper !== 'commander' && asked.paper !== 'rejected' ? (
              <Notice tone="warning">{texts.noLogo}</Notice>
            ) : null}
            <PaperPreview label={texts.preview} rows={rows} width={width} />
          </div>
        )}
      </Overlay>
      {rows === null ? null : createPortal(<PaperSheet rows={rows} width={width} />, document.body)}
    </>
  );
}

/** The store's logo in dots. undefined: it has none, or it is being read; null: it is no picture. */
function useLogo({ logo_url: url }: Store) {
  const { data } = useQuery({
    queryKey: ['paper-logo', url],
    queryFn: async () => {
      const pixels = url === null ? null : await readPicture(url, logoDots);
      return pixels && pictureOf(pixels);
    },
    enabled: url !== null,
    networkMode: 'always',
    staleTime: Infinity,
  });
  return data;
}

/** Why the receipt cannot be printed now: another device changed the order while its preview was open. */
function refusalOf(asked: AskedPaper, order: Order | null): string | null {
  if (!('uid' in asked)) return null;
  if (order === null) return texts.gone;
  return paperStatuses[asked.paper].includes(order.status) ? null : texts.notNow;
}

function paperFor(asked: AskedPaper, order: Order | null, printedAt: Instant, store: PaperStore): PaperDocument | null {
  const printing = { printedAt, reprint: null };
  switch (asked.paper) {
    case 'group':
      return groupSummaryPaper(asked.group, printing, store);
    case 'cashbox':
      return cashboxPaper({ ...asked, printedAt }, store);
    case 'report':
      return reportPaper(asked.report, printedAt, store);
    case 'summary':
      return order && summaryPaper(order, printing, store);
    case 'rejected':
      return order && rejectedPaper({ ...printing, order, revision: order.ver }, store);
    case 'commander': {
      const change = { kind: 'whole' } as const;
      return order && commanderPaper({ ...printing, order, lines: order.items, change, revision: order.ver }, store);
    }
  }
}
