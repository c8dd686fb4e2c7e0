import type * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import type { WireBilling } from '#contract/billing.ts';
import type { printingContract, PrintInvoiceInput } from '#contract/printing.ts';
import { writeBilling } from '#contract/wire/billing.ts';
import { writeGroup } from '#contract/wire/groups.ts';
import { fail, ok } from '#domain/errors.ts';
import { printedDocument } from '#domain/fiscal-documents.ts';
import type { StoredOrder } from '#domain/order.ts';
import type { PrintedType, PrinterKind } from '#domain/printing.ts';
import type { Tx } from '#server/db/database.ts';
import { bindCommand, type Command, type CommandCall } from '#server/http/commands/command.ts';
import type { Outcome } from '#server/http/commands/execute-command.ts';
import { refusal } from '#server/http/errors.ts';
import { invalidField } from '#server/http/validation.ts';
import { findKnown, readShown, writeShown } from '#server/modules/cashbox/cashbox-reads.ts';
import type { Payable } from '#server/modules/attempts/attempts-store.ts';
import { documentOf, findDocuments } from '#server/modules/fiscal/documents-store.ts';
import { loadGroup, staffHead } from '#server/modules/groups/groups-store.ts';
import { orderAnswer } from '#server/modules/orders/order-command.ts';
import { loadOrder, loadOrderFor } from '#server/modules/orders/orders-store.ts';
import { readGateways } from '#server/modules/stores/stores-store.ts';
import { insertPrintJob, openJobAbout } from './print-jobs-store.ts';
import { findPrintPoint, ownPrintPoint } from './print-points-store.ts';

const deviceOf = ({ actor, headers }: CommandCall): string => headers.deviceId ?? actor.sessionId;

interface Target {
  readonly id: number;
  readonly printpoint_id?: number | null | undefined;
  readonly current_printpoint_id?: number | null | undefined;
}

/** What is printed, and how its call answers it; null: the caller does not see it. */
interface Printed<Input, Answer> {
  readonly kindOf: (input: Input) => PrinterKind;
  readonly payable: PrintedType;
  readonly read: (tx: Tx, call: CommandCall, input: Input) => Promise<Answer | null>;
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
    const device = deviceOf(call);
    const kind = kindOf(input);
    const { id: payable_id, printpoint_id = null, current_printpoint_id = null } = input;
    const data = await read(tx, call, input);
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

/** An order that the caller sees, or that a job at their print point is about: whoever sent that sees it. */
async function loadPrintedOrder(
  tx: Tx,
  call: CommandCall,
  id: number,
  job: string | undefined,
): Promise<StoredOrder | null> {
  const { storeId } = call.member;
  const point = job === undefined ? null : await ownPrintPoint(tx, storeId, deviceOf(call));
  const about = { kind: 'invoice', payable_type: 'order', payable_id: id } as const;
  const asks = job !== undefined && point !== null && (await openJobAbout(tx, storeId, point.id, { id: job, about }));
  return asks ? loadOrder(tx, storeId, id) : loadOrderFor(tx, call, id);
}

/** The document that is printed of an order or table, on the wire; null: there is none yet (P-29). */
async function readPrintedDocument(
  tx: Tx,
  { member: { storeId, currency } }: CommandCall,
  payable: Payable,
): Promise<WireBilling | null> {
  const gateways = await readGateways(tx, storeId);
  if (!gateways.some(({ type }) => type === 'billing')) throw refusal({ code: 'billing_unavailable' });
  const document = printedDocument((await findDocuments(tx, storeId, payable)).map(documentOf));
  return document && writeBilling(document, currency);
}

const { printing } = contract;

export const printCommands = {
  order: bindCommand(
    printing.order,
    printCommand({
      kindOf: ({ kind }: OrderInput) => kind,
      payable: 'order',
      read: async (tx, call, { id }) => {
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
      read: async (tx, { member: { storeId, currency } }, { id }) => {
        const group = await loadGroup(tx, storeId, id, await staffHead(tx, storeId));
        return group && writeGroup(group, currency);
      },
    }),
    (value) => value,
  ),
  orderInvoice: bindCommand(
    printing.orderInvoice,
    printCommand({
      kindOf: () => 'invoice',
      payable: 'order',
      read: async (tx, call, { id, job }: PrintInvoiceInput) => {
        const order = await loadPrintedOrder(tx, call, id, job);
        const document = order && (await readPrintedDocument(tx, call, { type: 'order', id }));
        return document && { order: orderAnswer(order, call), billing: document };
      },
    }),
    (value) => value,
  ),
  groupInvoice: bindCommand(
    printing.groupInvoice,
    printCommand({
      kindOf: () => 'invoice',
      payable: 'orderGroup',
      read: async (tx, call, { id }: PrintInvoiceInput) => {
        const { storeId, currency } = call.member;
        const group = await loadGroup(tx, storeId, id, await staffHead(tx, storeId));
        const document = group && (await readPrintedDocument(tx, call, { type: 'orderGroup', id }));
        return document && { orderGroup: writeGroup(group, currency), billing: document };
      },
    }),
    (value) => value,
  ),
  cashbox: bindCommand(
    printing.cashbox,
    printCommand({
      kindOf: () => 'cashbox',
      payable: 'cashbox',
      read: async (tx, { member: { storeId, currency } }, { id }) => {
        const { settings, row } = await findKnown(tx, storeId, id);
        return writeShown(await readShown(tx, settings, row), currency);
      },
    }),
    (value) => value,
  ),
};
