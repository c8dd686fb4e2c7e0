import { contract } from '#contract/contract.ts';
import { changeMany } from './commands/change-many.ts';
import { changeStatus } from './commands/change-status.ts';
import { create } from './commands/create.ts';
import { delay } from './commands/delay.ts';
import { reject } from './commands/reject.ts';
import { removeItem } from './commands/remove-item.ts';
import { bindOrderCommand, orderAnswer } from './order-command.ts';

const { orders } = contract;

/** Every command about orders by the contract's name, whatever carries it. */
export const orderCommands = {
  create: bindOrderCommand(orders.create, create, (order, call) => ({ order: orderAnswer(order, call) })),
  changeStatus: bindOrderCommand(orders.changeStatus, changeStatus, orderAnswer),
  reject: bindOrderCommand(orders.reject, reject, orderAnswer),
  delay: bindOrderCommand(orders.delay, delay, orderAnswer),
  removeItem: bindOrderCommand(orders.removeItem, removeItem, orderAnswer),
  changeMany: bindOrderCommand(orders.changeMany, changeMany, (answer) => answer),
};
