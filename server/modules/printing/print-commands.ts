import type * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import type { printingContract } from '#contract/printing.ts';
import { writeGroup } from '#contract/wire/groups.ts';
import { fail, ok } from '#domain/errors.ts';
import type { PrintedType, PrinterKind } from '#domain/printing.ts';
import type { Tx } from '#server/db/database.ts';
import { bindCommand, type Command, type CommandCall } from '#server/http/commands/command.ts';
import type { Outcome } from '#server/http/commands/execute-command.ts';
import { invalidField } from '#server/http/validation.ts';
import { findKnown, readShown, writeShown } from '#server/modules/cashbox/cashbox-reads.ts';
import { loadGroup, staffHead } from '#server/modules/groups/groups-store.ts';
import { orderAnswer } from '#server/modules/orders/order-command.ts';
import { loadOrderFor } from '#server/modules/orders/orders-store.ts';
import { insertPrintJob } from './print-jobs-store.ts';
import { findPrintPoint } from './print-points-store.ts';

interface Target {
  readonly id: number;
  readonly printpoint_id?: number | null | undefined;
  readonly current_printpoint_id?: number | null | undefined;
}

/** What is printed, and how its call answers it; null: the caller does not see it. */
interface Printed<Input, Answer> {
  readonly kindOf: (input: Input) => PrinterKind;
  readonly payable: PrintedType;
  readonly read: (tx: Tx, call: CommandCall, id: number) => Promise<Answer | null>;
}

/**
 * A print call: answers the entity, which the caller prints itself (N-48), and with `printpoint_id` stores a job for that
 * print point under the id of this command (N-47, P-41).
 */
const printCommand = <Input extends Target, Answer>({
  kindOf,
  payable,
  read,
}: Printed<Input, Answer>): Command<Tx, Input, { data: Answer }> => ({
  base: 'none',
  async decide(tx, call, input): Promise<Outcome<{ data: Answer }>> {
    const { actor, member, headers, now } = call;
    const { storeId } = member;
    const device = headers.deviceId ?? actor.sessionId;
    const kind = kindOf(input);
    const { id: payable_id, printpoint_id = null, current_printpoint_id = null } = input;
    const data = await read(tx, call, payable_id);
    if (data === null) return fail('not_found');
    if (current_printpoint_id !== null && !(await findPrintPoint(tx, storeId, current_printpoint_id, device)))
      return fail('not_found');
    if (printpoint_id === null) return ok({ data });
    const point = await findPrintPoint(tx, storeId, printpoint_id, device);
    if (!point) return fail('not_found');
    if (!point.types.includes(kind)) return invalidField('printpoint_id');
    await insertPrintJob(tx, storeId, {
      id: headers.id,
      printpoint_id,
      kind,
      payable_type: payable,
      payable_id,
      from_printpoint_id: current_printpoint_id,
      created_by: actor.userId,
      created_at: now,
    });
    return ok({ data });
  },
});

type OrderInput = z.infer<(typeof printingContract.order)['~orpc']['inputSchema'] & {}>;

const { printing } = contract;

export const printCommands = {
  order: bindCommand(
    printing.order,
    printCommand({
      kindOf: ({ kind }: OrderInput) => kind,
      payable: 'order',
      read: async (tx, call, id) => {
        const order = await loadOrderFor(tx, call, id);
        return order && orderAnswer(order, call);
      },
    }),
    (value) => value,
  ),
  group: bindCommand(
    printing.group,
    printCommand({
      kindOf: () => 'summary',
      payable: 'orderGroup',
      read: async (tx, { member: { storeId, currency } }, id) => {
        const group = await loadGroup(tx, storeId, id, await staffHead(tx, storeId));
        return group && writeGroup(group, currency);
      },
    }),
    (value) => value,
  ),
  cashbox: bindCommand(
    printing.cashbox,
    printCommand({
      kindOf: () => 'cashbox',
      payable: 'cashbox',
      read: async (tx, { member: { storeId, currency } }, id) => {
        const { settings, row } = await findKnown(tx, storeId, id);
        return writeShown(await readShown(tx, settings, row), currency);
      },
    }),
    (value) => value,
  ),
};
