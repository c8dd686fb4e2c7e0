import { readFailureText } from '#data/api/failure.ts';
import { printInvoice } from '#data/billing/print-invoice.ts';
import type { OrderAction } from '#data/orders/order-action.ts';
import { canInvoice, hasInvoice } from '#domain/can-invoice.ts';
import { nothingToPrintText, printInvoiceLabel } from '#texts/invoices.ts';
import { IconPrinter, IconReceipt } from '#ui/icons.tsx';
import { toast } from '#ui/toast/toast.ts';
import { invoiceTexts as texts } from './texts.ts';

const tell = (text: string): void => void toast.show({ id: 'print-invoice', kind: 'error', text });

/** 'Facturar', «Ver factura» and «Imprimir factura» of an order (B-78, I-18). */
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
  {
    id: 'invoice.print',
    ability: () => 'invoice.create',
    place: 'options',
    icon: <IconPrinter size={22} />,
    label: () => printInvoiceLabel,
    when: hasInvoice,
    run: async ({ id }, store) => {
      if (id === null) return true;
      try {
        if (!(await printInvoice(store, { type: 'order', id }))) tell(nothingToPrintText);
      } catch (error) {
        tell(readFailureText(error));
      }
      return true;
    },
  },
];
