import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { importWithRetry } from '#data/device/lazy-import.ts';
import type { GroupRef } from '#data/groups/groups.ts';
import { groupAt } from '#data/groups/groups.ts';
import type { OrderGroup } from '#domain/order-group.ts';
import { codeFlow } from '#domain/order-group.ts';
import { can } from '#domain/permissions.ts';
import type { Code, Store } from '#domain/store.ts';
import type { Profile } from '#contract/wire/stores.ts';
import { DiscountDialog } from '#features/cart/discount-dialog.tsx';
import { EditablePayments } from '#features/checkout/payments/editable-payments.tsx';
import { RemoveItemDialog } from '#features/order-detail/remove-item-dialog.tsx';
import type { GroupParts } from '#features/order-groups/group-payments.tsx';
import { GroupDetail } from '#features/order-groups/group-detail.tsx';
import { PaymentWays } from '#features/paying/pay-again.tsx';
import { transitionTexts } from '#texts/refusals.ts';
import { tellMissing, toast } from '#ui/toast/toast.ts';
import { InvoiceOf } from './-invoice-of.tsx';
import { toInvoice } from './-to-invoice.ts';

const CardDrawer = lazy(async () => ({
  default: (await importWithRetry(() => import('#features/checkout/card/card-drawer.tsx'), tellMissing)).CardDrawer,
}));

const parts: GroupParts = {
  Payments: EditablePayments,
  PaymentWays,
  Invoice: InvoiceOf,
  Card: (card) => (
    <Suspense>
      <CardDrawer {...card} />
    </Suspense>
  ),
  Discount: DiscountDialog,
  RemoveItem: RemoveItemDialog,
};

interface PlaceWays {
  readonly order: (code: Code) => void;
  readonly open: (code: Code) => void;
  readonly detail: (group: OrderGroup) => void;
  readonly paying: (group: OrderGroup) => void;
}

/** Begins what a tap on a code leads to, by role and group (G-22 to G-26, H-49). */
export function openPlace(store: Store, code: Code, ways: PlaceWays): void {
  const flow = codeFlow(code, groupAt(code.id), can('group.manage', store));
  switch (flow.to) {
    case 'order':
    case 'add':
      return ways.order(code);
    case 'open':
      return ways.open(code);
    case 'detail':
      return ways.detail(flow.group);
    case 'paying':
      return ways.paying(flow.group);
    case 'wait':
      return void toast.show({ kind: 'info', text: transitionTexts['group-paying'] });
  }
}

interface TableLayerProps {
  readonly table: GroupRef;
  readonly profile: Profile;
  readonly onClose: () => void;
  readonly onAdd: (code: Code) => void;
  /** A save has started a payment (Y-56). */
  readonly onPaying: (groupId: number) => void;
}

/** The detail of a table, over the screen on which it was tapped. */
export function TableLayer({ table, profile, onClose, onAdd, onPaying }: TableLayerProps) {
  const { store, codes } = profile;
  const navigate = useNavigate();
  return (
    <GroupDetail
      codes={codes}
      parts={parts}
      store={store}
      table={table}
      onAdd={({ id }) => {
        const code = codes.find((c) => c.id === id);
        if (code) onAdd(code);
      }}
      onClose={onClose}
      onInvoice={(id) => {
        onClose();
        void navigate(toInvoice(store.id, { type: 'orderGroup', id }));
      }}
      onPaying={onPaying}
    />
  );
}
