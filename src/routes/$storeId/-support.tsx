import { useKiosk } from '#data/kiosk/kiosk.ts';
import { askForSupport, askForTicket, useSupportIntents } from '#data/tickets/support-intents.ts';
import type { Store } from '#domain/store.ts';
import { PayoutLayer, PayoutsButton } from '#features/payouts/payout-layer.tsx';
import { SaleReviewLayer, SaleReviewsButton } from '#features/sale-reviews/sale-review-layer.tsx';
import { TicketOfOrder, TicketsButton, TicketsEntry } from '#features/tickets/ticket-buttons.tsx';
import { TicketLayer } from '#features/tickets/ticket-layer.tsx';
import { usePanelInAddress } from './-panel-in-address.ts';

/**
 * Tickets, payouts and sales to review of a store, for its admins (U-24, N-15). One chunk of the build, loaded after the
 * first paint.
 */

export { TicketOfOrder, TicketsEntry as SupportEntry };

interface SupportLayerProps {
  readonly store: Store;
  readonly onOrder: (uid: string) => void;
}

/** The overlays of tickets and payouts, on every screen of the store except a kitchen screen. */
export function SupportLayer({ store, onOrder }: SupportLayerProps) {
  const kiosk = useKiosk((k) => k.active);
  const { list, ticket } = useSupportIntents();
  usePanelInAddress('support', list, () => useSupportIntents.getState().list, askForSupport);
  usePanelInAddress('ticket', ticket, () => useSupportIntents.getState().ticket, askForTicket);
  if (kiosk) return null;
  return (
    <>
      <TicketLayer store={store} onOrder={onOrder} />
      <PayoutLayer store={store} />
      <SaleReviewLayer store={store} onOrder={onOrder} />
    </>
  );
}

/** Buttons of the board's header (B-06, B-07). */
export const SupportButtons = ({ store }: { readonly store: Store }) => (
  <>
    <PayoutsButton store={store} />
    <SaleReviewsButton store={store} />
    <TicketsButton storeId={store.id} />
  </>
);
