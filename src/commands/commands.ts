import type { CommandTexts, OfflineCommand } from '#sync/command.ts';
import type { Entry } from '#sync/entry.ts';
import { orderName } from '#texts/order.ts';
import type { CommandCalls } from './api.ts';
import { cashboxFlow } from './cashbox/flow.ts';
import { groupOpen } from './group/open.ts';
import { groupSave } from './group/save.ts';
import { orderCreate } from './order/create.ts';
import { orderDelay } from './order/delay.ts';
import { orderReject } from './order/reject.ts';
import { orderStatus } from './order/status.ts';
import { ticketMessageCommand } from './ticket/message.ts';

/** All changes that may happen offline, one file each. Add a new one here. */
const all = [
  orderStatus,
  orderReject,
  orderDelay,
  orderCreate,
  groupOpen,
  groupSave,
  cashboxFlow,
  ticketMessageCommand,
] as const;

export const storeCommands = (calls: CommandCalls): OfflineCommand[] => all.flatMap((command) => command.on(calls));

/** Texts for a command that this version does not know. */
const unknown: CommandTexts = {
  title: (number) => (number === null ? 'Cambio de otra versión' : orderName(number)),
  notApplied: 'Tu cambio no se aplicó.',
  creates: false,
};

/** The texts for a queued or rejected command. */
export function commandTexts(entry: Pick<Entry, 'type' | 'body'>): CommandTexts {
  for (const command of all) {
    const texts = command.texts(entry);
    if (texts) return texts;
  }
  return unknown;
}
