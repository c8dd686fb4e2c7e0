import { contract } from '#contract/contract.ts';
import { changeManyOrders } from './commands/change-many.ts';
import { changeOrderStatus } from './commands/change-status.ts';
import { createOrder } from './commands/create.ts';
import { delayOrder } from './commands/delay.ts';
import { rejectOrder } from './commands/reject.ts';
import { removeOrderItem } from './commands/remove-item.ts';
import { bindOrderCommand, orderAnswer } from './order-command.ts';

const { orders } = contract;

/** All commands about orders by their contract names, independent of the transport. */
export const orderCommands = {
  create: bindOrderCommand(orders.create, createOrder, (order, call) => ({ order: orderAnswer(order, call) })),
  changeStatus: bindOrderCommand(orders.changeStatus, changeOrderStatus, orderAnswer),
  reject: bindOrderCommand(orders.reject, rejectOrder, orderAnswer),
  delay: bindOrderCommand(orders.delay, delayOrder, orderAnswer),
  removeItem: bindOrderCommand(orders.removeItem, removeOrderItem, orderAnswer),
  changeMany: bindOrderCommand(orders.changeMany, changeManyOrders, (answer) => answer),
};
