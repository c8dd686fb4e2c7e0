import { useSaleReviews } from '#data/sale-reviews/sale-reviews.ts';
import { askForSaleReviews, closeSupport, useSupportIntents } from '#data/tickets/support-intents.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconReceipt } from '#ui/icons.tsx';
import { SaleReviewList } from './sale-review-list.tsx';
import { saleReviewTexts } from './texts.ts';

interface SaleReviewLayerProps {
  readonly store: Store;
  readonly onOrder: (uid: string) => void;
}

export function SaleReviewLayer({ store, onOrder }: SaleReviewLayerProps) {
  const open = useSupportIntents((w) => w.list === 'saleReviews');
  if (!open) return null;
  const see = (uid: string): void => {
    closeSupport();
    onOrder(uid);
  };
  return <SaleReviewList store={store} onClose={closeSupport} onOrder={see} />;
}

/** Button of the board, shown while sales wait for a review. */
export const SaleReviewsButton = ({ store }: { readonly store: Store }) =>
  can('sale.review', store) ? <CountedButton store={store} /> : null;

function CountedButton({ store }: { readonly store: Store }) {
  const count = useSaleReviews(store).data?.length ?? 0;
  if (count === 0) return null;
  return (
    <IconButton
      count={count}
      icon={<IconReceipt />}
      label={saleReviewTexts.button(count)}
      onClick={askForSaleReviews}
    />
  );
}
