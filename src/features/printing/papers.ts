import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '#data/api/query-client.ts';
import { usePreferences } from '#data/device/preferences.ts';
import type { AskedPaper } from '#data/printing/asked-paper.ts';
import type { ClaimedSlip } from '#data/printing/slips.ts';
import type { Order } from '#domain/order.ts';
import type { PaperDocument } from '#domain/paper/document.ts';
import { printerProfiles } from '#domain/paper/document.ts';
import { encodePaper } from '#domain/paper/encode.ts';
import { logoDots, type PaperPicture, pictureOf } from '#domain/paper/picture.ts';
import type { Store } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { readPicture } from '#platform/picture.ts';
import { rejectReasonLabels } from '#texts/order.ts';
import { cashboxPaper, reportPaper } from '#texts/paper/cashbox.ts';
import { commanderPaper } from '#texts/paper/commander.ts';
import { invoicePaper } from '#texts/paper/invoice.ts';
import type { PaperStore } from '#texts/paper/parts.ts';
import { groupSummaryPaper, summaryPaper } from '#texts/paper/summary.ts';

/** The store's logo in dots; null: it is no picture. Ask only with an address. */
export const logoQuery = (url: string | null) =>
  queryOptions({
    queryKey: ['paper-logo', url],
    queryFn: async (): Promise<PaperPicture | null> => {
      const pixels = url === null ? null : await readPicture(url, logoDots);
      return pixels && pictureOf(pixels);
    },
    networkMode: 'always',
    staleTime: Infinity,
  });

/** The store with its logo, for papers that have one. */
export async function withLogo(store: Store): Promise<PaperStore> {
  const picture =
    store.logo_url === null ? null : await queryClient.fetchQuery(logoQuery(store.logo_url)).catch(() => null);
  return { ...store, picture };
}

/** The bytes for a printer of the width that this device is set to. */
export const paperBytes = (paper: PaperDocument): Uint8Array =>
  encodePaper(paper, printerProfiles[usePreferences.getState().paperWidth]);

/** The document of a paper that is not about a single order. */
export function sheetPaper(
  asked: Exclude<AskedPaper, { readonly uid: string }>,
  printedAt: Instant,
  store: PaperStore,
): PaperDocument {
  switch (asked.paper) {
    case 'group':
      return groupSummaryPaper(asked.group, { printedAt, reprint: null }, store);
    case 'cashbox':
      return cashboxPaper({ ...asked, printedAt }, store);
    case 'invoice':
      return invoicePaper(asked.document, store);
    case 'report':
      return reportPaper(asked.report, printedAt, store);
  }
}

/** The document of a slip of the comanda ledger. */
export function slipPaper(order: Order, slip: ClaimedSlip, printedAt: Instant, store: PaperStore): PaperDocument {
  const { kind, lines, revision, reprint } = slip;
  if (kind === 'summary') return summaryPaper(order, { printedAt, reprint }, store);
  return commanderPaper({ order, lines, revision, printedAt, reprint, change: changeOf(order, slip) }, store);
}

function changeOf(order: Order, { change, place_from }: ClaimedSlip) {
  switch (change) {
    case 'whole':
    case 'added':
      return { kind: change } as const;
    case 'voided': {
      const reason = order.status === 'REJECTED' && order.reject_reason !== null ? order.reject_reason : null;
      return { kind: change, reason: reason && rejectReasonLabels[reason] } as const;
    }
    case 'table':
      return { kind: change, from: place_from ?? '', to: order.code?.description ?? '' } as const;
  }
}
