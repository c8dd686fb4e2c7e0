import * as z from 'zod/mini';
import { slipChanges } from '#domain/comanda-ledger.ts';
import { orderPapers } from '#domain/paper/kinds.ts';
import { unprintedReasons } from '#domain/unprinted.ts';
import { printedTypes, printerKinds } from '#domain/printing.ts';
import { printJobStates, printOutcomes } from '#domain/print-jobs.ts';
import { printerNameMaxChars, printersMax, printPointNameChars } from '#domain/limits.ts';
import { billing } from './billing.ts';
import { cashbox } from './cashbox.ts';
import { id, pathId, requiredText, text, timestamp, uuid } from './fields.ts';
import { orderGroup } from './groups.ts';
import { order, orderLine } from './orders.ts';
import { procedure } from './procedure.ts';

const printerKind = z.enum(printerKinds);
const zeroOrOne = z.literal([0, 1]);

/** P-17. */
export const printPoint = z.object({
  id,
  name: z.string(),
  shared: zeroOrOne,
  types: z.array(printerKind),
  /** Names of its printers; only on these the server signs a print (docs/threats.md T1). */
  printers: z.array(z.string()),
  /** It is the device of the request (X-Device, else the session). */
  own: z.boolean(),
  /** It prints comandas by itself. */
  automatic: z.boolean(),
});

const printPointFields = {
  name: requiredText(printPointNameChars.max).check(z.minLength(printPointNameChars.min)),
  shared: zeroOrOne,
  types: z.array(printerKind).check(z.maxLength(printerKinds.length)),
  printers: z.optional(z.array(requiredText(printerNameMaxChars)).check(z.maxLength(printersMax))),
  automatic: z.optional(z.boolean()),
};

/** A person opened the drawer by hand. */
export const drawerOpening = z.object({
  at: timestamp,
  by: z.string(),
  /** The user agent of the device. */
  device: z.nullable(z.string()),
  /** Who allowed it by their PIN; null: nobody had to. */
  authorised_by: z.nullable(z.string()),
});

/** P-21: a section of the kitchen. */
export const assembly = z.object({ id, name: z.string() });

/** The payload of printpoint-{id} too, when it is made and when it has ended. */
export const printJob = z.object({
  id: uuid,
  kind: printerKind,
  payable_type: z.enum(printedTypes),
  payable_id: id,
  from_printpoint_id: z.nullable(id),
  created_at: timestamp,
  state: z.enum(printJobStates),
  /** Why it failed, in the words of whoever printed. */
  error: z.nullable(z.string()),
});

/** A slip of an order that its computer may print once, which has this permission from now on (decision 040). */
export const printSlip = z.object({
  id,
  printer: z.string(),
  kind: z.enum(orderPapers),
  change: z.enum(slipChanges),
  /** Counts the slips of the order. */
  revision: z.int(),
  /** That a person asked for it again; null: its first print. */
  reprint: z.nullable(z.object({ count: z.int(), by: z.string() })),
  /** The table that the kitchen's paper names; of a change of table only. */
  place_from: z.nullable(z.string()),
  /** With the units that the slip tells; of a summary none. */
  lines: z.array(orderLine),
});

/** An order that should be on paper and is not, or perhaps not. */
export const unprinted = z.object({
  order_id: id,
  kind: z.enum(orderPapers),
  reason: z.enum(unprintedReasons),
  /** The printer that failed; null: none was reached. */
  printer: z.nullable(z.string()),
  since: timestamp,
});

const printerName = requiredText(printerNameMaxChars);

const storePath = { store_id: pathId };
const pointPath = { ...storePath, id: pathId };
const jobPath = { ...pointPath, job: z.string().check(z.maxLength(36)) };
const lease = z.int().check(z.gte(1), z.lte(1_000_000));

/** Where a print goes: with `printpoint_id` to another device as a job, else the caller prints it itself (P-27). */
const printOn = { printpoint_id: z.optional(z.nullable(id)), current_printpoint_id: z.optional(z.nullable(id)) };

const points = '/store/{store_id}/config/printpoint';

/*
 * The answers of these have names, because the compiler writes the whole contract into one declaration, whose length is
 * limited.
 */
const orderAndBilling = z.object({ data: z.object({ order, billing }) });
export interface PrintedOrderInvoice extends z.infer<typeof orderAndBilling> {}
const orderInvoice: z.ZodMiniType<PrintedOrderInvoice> = orderAndBilling;
const groupAndBilling = z.object({ data: z.object({ orderGroup, billing }) });
export interface PrintedGroupInvoice extends z.infer<typeof groupAndBilling> {}
const groupInvoice: z.ZodMiniType<PrintedGroupInvoice> = groupAndBilling;
const invoicePath = z.object({ ...pointPath, ...printOn, job: z.optional(uuid) });
export interface PrintInvoiceInput extends z.infer<typeof invoicePath> {}
const printInvoice: z.ZodMiniType<PrintInvoiceInput> = invoicePath;

export const printingContract = {
  /** Shared ones and this device's. */
  points: procedure('printpoint.manage', 'GET', points, 'Print points')
    .input(z.object(storePath))
    .output(z.array(printPoint)),
  /** Idempotency-Key. The device of the request becomes it; 409 conflict when that device is one already. */
  addPoint: procedure('printpoint.manage', 'POST', points, 'Make this device a print point', 201)
    .input(z.object({ ...storePath, ...printPointFields }))
    .output(printPoint),
  savePoint: procedure('printpoint.manage', 'PATCH', `${points}/{id}`, 'Change a print point')
    .input(z.object({ ...pointPath, ...printPointFields }))
    .output(printPoint),
  /** P-22. */
  sections: procedure('store.follow', 'GET', '/store/{store_id}/assemblies', 'Sections of the kitchen')
    .input(z.object(storePath))
    .output(z.array(assembly)),
  /** Idempotency-Key, like the other two. Errors: not_found for an unknown print point (P-25, P-27, N-48). */
  order: procedure('slip.print', 'PATCH', '/store/{store_id}/orders/{id}/print/{kind}', 'Print an order')
    .input(z.object({ ...pointPath, kind: z.enum(['commander', 'rejected', 'summary']), ...printOn }))
    .output(z.object({ data: order })),
  group: procedure('slip.print', 'PATCH', '/store/{store_id}/orderGroups/{id}/print/summary', 'Print a group')
    .input(z.object({ ...pointPath, ...printOn }))
    .output(z.object({ data: orderGroup })),
  /**
   * The same for the document of an order or table: its last one with a number. `job`: the job that asks, which the
   * device of `current_printpoint_id` works at. Errors: billing_unavailable without a billing gateway, not_found without a
   * document (P-25, P-26, P-29).
   */
  orderInvoice: procedure('invoice.create', 'PATCH', '/store/{store_id}/orders/{id}/print/invoice', 'Print an invoice')
    .input(printInvoice)
    .output(orderInvoice),
  groupInvoice: procedure(
    'invoice.create',
    'PATCH',
    '/store/{store_id}/orderGroups/{id}/print/invoice',
    'Print the invoice of a group',
  )
    .input(printInvoice)
    .output(groupInvoice),
  cashbox: procedure('cashbox.view', 'PATCH', '/store/{store_id}/cashbox/{id}/print', 'Print a cash register')
    .input(z.object({ ...pointPath, ...printOn }))
    .output(z.object({ data: cashbox })),
  /**
   * «Abrir cajón»: records who opens the drawer by hand, before the device sends the pulse. Errors: cashbox_closed unless
   * the register is the open one.
   */
  openDrawer: procedure(
    'drawer.open',
    'POST',
    '/store/{store_id}/cashbox/{id}/drawer',
    'Open the drawer by hand',
    204,
  ).input(z.object(pointPath)),
  /** Who opened the drawer by hand while a register was open, oldest first. */
  openings: procedure('cashbox.view', 'GET', '/store/{store_id}/cashbox/{id}/drawer', 'Openings of the drawer by hand')
    .input(z.object(pointPath))
    .output(z.array(drawerOpening)),
  /** Jobs of the last ten minutes that have not ended, oldest first (N-47). */
  jobs: procedure('slip.print', 'GET', `${points}/{id}/jobs`, 'Jobs of a print point')
    .input(z.object(pointPath))
    .output(z.array(printJob)),
  /** Takes a job for 30 s, or with `lease` renews it. 409: somebody else has it. */
  lease: procedure('slip.print', 'POST', `${points}/{id}/jobs/{job}/lease`, 'Take a job')
    .input(z.object({ ...jobPath, lease: z.optional(lease) }))
    .output(z.object({ lease, expires_at: timestamp })),
  /** Before the bytes leave. 409: the lease is lost, do not print. `sha256` of the bytes. */
  sending: procedure('slip.print', 'POST', `${points}/{id}/jobs/{job}/sending`, 'A job is about to print', 204).input(
    z.object({ ...jobPath, lease, sha256: z.string().check(z.regex(/^[\da-f]{64}$/)) }),
  ),
  end: procedure('slip.print', 'DELETE', `${points}/{id}/jobs/{job}`, 'A job has ended', 204).input(
    z.object({ ...jobPath, lease, outcome: z.enum(printOutcomes), error: z.optional(text(500)) }),
  ),
  /**
   * Idempotency-Key. Gives this device the permission to print what is due of an order on its printers, each line once;
   * nothing due: no slips. With `hand` a person asks: what failed is given again, else a repeat that says so. `job`: the
   * job that asks. Errors: not_found unless the device is the print point; validation for a printer that it has not.
   */
  claim: procedure('slip.print', 'POST', `${points}/{id}/slips`, 'Claim what is to be printed of an order')
    .input(
      z.object({
        ...pointPath,
        order_id: id,
        kind: z.enum(orderPapers),
        hand: z.boolean(),
        job: z.optional(uuid),
        value: printerName,
        assemblies: z.record(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), printerName),
      }),
    )
    .output(z.object({ order, slips: z.array(printSlip) })),
  endSlip: procedure(
    'slip.print',
    'PATCH',
    `${points}/{id}/slips/{slip_id}`,
    'A slip was sent to its printer',
    204,
  ).input(z.object({ ...pointPath, slip_id: pathId, outcome: z.enum(printOutcomes), error: z.optional(text(500)) })),
  /** Orders of the last 12 hours, one row each. */
  unprinted: procedure('slip.print', 'GET', '/store/{store_id}/printing/unprinted', 'Orders that are not on paper')
    .input(z.object(storePath))
    .output(z.array(unprinted)),
  /** A person says that whoever needs the order has it. */
  settle: procedure('slip.print', 'POST', '/store/{store_id}/orders/{id}/print/settled', 'An order is told', 204).input(
    z.object(pointPath),
  ),
  /** text/plain: the PEM that QZ Tray shows and trusts. */
  certificate: procedure('user', 'GET', '/printing/certificate', 'Certificate for QZ Tray').output(z.file()),
  /**
   * The body is the text that is to be signed itself, `{"call":…,"params":…,"timestamp":…}`; the answer is the signature
   * as text/plain, base64 (P-39, D-40). Errors: validation at call, params, printer or timestamp.
   */
  sign: procedure('slip.print', 'POST', '/store/{store_id}/printing/signature', 'Sign a call of QZ Tray')
    .input(z.object({ ...storePath, call: text(100), params: z.optional(z.unknown()), timestamp: z.int() }))
    .output(z.file()),
};
