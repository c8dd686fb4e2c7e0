import { askForPaper } from '#data/printing/asked-paper.ts';
import type { OrderAction } from '#data/orders/order-action.ts';
import type { OrderPaper } from '#domain/paper/kinds.ts';
import { orderPapers, paperStatuses } from '#domain/paper/kinds.ts';
import { IconPrinter } from '#ui/icons.tsx';
import { printLabels } from './texts.ts';

const printAction = (paper: OrderPaper): OrderAction => ({
  id: `print.${paper}`,
  ability: () => 'slip.print',
  place: 'options',
  icon: <IconPrinter size={22} />,
  label: () => printLabels[paper],
  when: ({ status }) => paperStatuses[paper].includes(status),
  ...(paper === 'commander' && { key: { letter: 'p', from: paperStatuses.commander } }),
  run({ uid }) {
    askForPaper({ paper, uid });
    return true;
  },
});

/** 'Imprimir comanda', 'Imprimir rechazado' and 'Imprimir resumen' of an order, as far as its status permits (B-59, P-28). */
export const printActions: readonly OrderAction[] = orderPapers.map(printAction);
