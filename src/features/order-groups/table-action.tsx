import type { OrderAction } from '#data/orders/order-action.ts';
import { IconTable } from '#ui/icons.tsx';
import { groupDetailTexts as texts } from './texts.ts';

/** «Ver la mesa» of an order: also a finished table is printed and invoiced from its detail (G-34, G-35, G-37). */
export const tableAction: OrderAction = {
  id: 'table',
  ability: () => 'group.manage',
  place: 'options',
  icon: <IconTable size={22} />,
  label: () => texts.see,
  when: ({ order_group_id }) => order_group_id !== null,
  dialog: 'table',
};
