import { useEffect } from 'react';
import { onNewPayouts, usePayouts } from '#data/payouts/payouts.ts';
import { askForPayouts, closeSupport, useSupportIntents } from '#data/tickets/support-intents.ts';
import { newOrderToastMs } from '#domain/limits.ts';
import type { Store } from '#domain/store.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconCoins } from '#ui/icons.tsx';
import { toast } from '#ui/toast/toast.ts';
import { PayoutList } from './payout-list.tsx';
import { payoutTexts } from './texts.ts';

/** The notice of new payouts on every screen, and the list over it. */
export function PayoutLayer({ store }: { readonly store: Store }) {
  const open = useSupportIntents((w) => w.list === 'payouts');
  useEffect(
    () =>
      onNewPayouts(() => {
        toast.show({
          id: 'payouts',
          kind: 'warning',
          text: payoutTexts.arrived,
          // Long enough to tap its button.
          duration: newOrderToastMs,
          action: { label: payoutTexts.see, onAction: askForPayouts },
        });
      }),
    [],
  );
  return open ? <PayoutList store={store} onClose={closeSupport} /> : null;
}

/** Button of the board, shown while payouts are pending (B-06). */
export function PayoutsButton({ store }: { readonly store: Store }) {
  const count = usePayouts(store).data?.length ?? 0;
  if (count === 0) return null;
  return <IconButton count={count} icon={<IconCoins />} label={payoutTexts.button(count)} onClick={askForPayouts} />;
}
