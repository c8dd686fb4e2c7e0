import { useEffect, useState } from 'react';
import { useUiIntents } from '#data/device/ui-intents.ts';
import { type AskedPaper, askForPaper, useAskedPrint } from '#data/printing/asked-paper.ts';
import { askForPrintSetup } from '#data/printing/print-setup.ts';
import { ownPointId } from '#data/printing/own-point.ts';
import { usePrinterConfigs } from '#data/printing/printer-configs.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { toast } from '#ui/toast/toast.ts';
import { PaperDialog } from './paper-dialog.tsx';
import { PrintDesk } from './print-desk.tsx';
import { destinationFor, printByHand } from './print-by-hand.ts';
import { paperTexts as texts } from './paper-texts.ts';

// A receipt of one store must not stay open in the next.
useUiIntents.subscribe(({ storeId }, before) => {
  if (storeId !== before.storeId) askForPaper(null);
});

/** What prints of a store: the paper that a person asked for, and the desk of a device that has destinations. */
export function PrintLayer({ store }: { readonly store: Store }) {
  const { asked, preview } = useAskedPrint();
  const prints = Object.keys(usePrinterConfigs(store.id)).length > 0 || ownPointId(store.id) !== null;
  return (
    <>
      {asked === null ? null : <PaperLayer asked={asked} preview={preview} store={store} />}
      {prints ? <PrintDesk store={store} /> : null}
    </>
  );
}

interface PaperLayerProps {
  readonly asked: AskedPaper;
  readonly preview: boolean;
  readonly store: Store;
}

/**
 * Prints what a person asked for where this device prints such receipts (P-46). Without a destination, without a network
 * and after «Usar otra» it is shown first.
 */
function PaperLayer({ asked, preview, store }: PaperLayerProps) {
  const [config] = useState(() => (preview ? null : destinationFor(store, asked)));
  useEffect(() => {
    if (config === null) return;
    askForPaper(null);
    void printByHand(store, asked, config);
  }, [asked, config, store]);
  if (config !== null) return null;
  const print = (): void => {
    const known = destinationFor(store, asked);
    askForPaper(null);
    if (known) return void printByHand(store, asked, known);
    toast.show({ id: 'print-setup', kind: 'warning', text: texts.noDestination });
    if (can('printpoint.manage', store)) askForPrintSetup('settings');
  };
  return <PaperDialog asked={asked} store={store} onClose={() => askForPaper(null)} onPrint={print} />;
}
