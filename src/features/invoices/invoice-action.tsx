import type { OrderAction } from '#data/orders/order-action.ts';
import { canInvoice, hasInvoice } from '#domain/can-invoice.ts';
import { IconReceipt } from '#ui/icons.tsx';
import { invoiceTexts as texts } from './texts.ts';

/** 'Facturar' and «Ver factura» of an order (B-78, I-18). */
export const invoiceActions: readonly OrderAction[] = [
  {
    id: 'invoice',
    ability: () => 'invoice.create',
    place: 'options',
    icon: <IconReceipt size={22} />,
    label: () => texts.action,
    when: canInvoice,
    dialog: 'invoice',
  },
  {
    id: 'invoice.see',
    ability: () => 'invoice.create',
    place: 'options',
    icon: <IconReceipt size={22} />,
    label: () => texts.see,
    when: hasInvoice,
    dialog: 'invoice',
  },
];
