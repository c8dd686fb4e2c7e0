import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import type { printingContract, printSlip } from '#contract/printing.ts';
import { writeOrder, writeOrderLine } from '#contract/wire/orders.ts';
import { type DueSlip, dueSlips } from '#domain/comanda-ledger.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { comandaLateMs } from '#domain/limits.ts';
import type { Currency } from '#domain/money.ts';
import { printsByItself } from '#domain/paper/automatic.ts';
import { paperStatuses } from '#domain/paper/kinds.ts';
import { type PrinterShare, sharesByPrinter } from '#domain/paper/split.ts';
import type { PrintPoint } from '#domain/printing.ts';
import type { StoredOrder } from '#domain/order.ts';
import { after } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import type { StoredLine } from '#server/db/schema/orders.ts';
import { bindCommand, type Command, type CommandCall } from '#server/http/commands/command.ts';
import type { Outcome } from '#server/http/commands/execute-command.ts';
import { invalidField } from '#server/http/validation.ts';
import type { OrderRow } from '#server/modules/orders/order-rows.ts';
import { orderLineOf } from '#server/modules/orders/order-rows.ts';
import { loadOrder, loadOrderFor, lockOrder } from '#server/modules/orders/orders-store.ts';
import { openJobAbout } from './print-jobs-store.ts';
import { assembliesOf, findPrintPoint } from './print-points-store.ts';
import {
  announcePrinted,
  insertGrants,
  insertSlip,
  type NewSlip,
  readOnPaper,
  sendAgain,
  settleJobsOf,
  settleSlips,
  type SlipRow,
  slipsOf,
  withdrawSlips,
} from './slips-store.ts';

type ClaimInput = z.infer<(typeof printingContract.claim)['~orpc']['inputSchema'] & {}>;

interface Claimed {
  readonly order: StoredOrder;
  readonly slips: readonly SlipRow[];
  /** Who asked for each repeat, by the id of the person. */
  readonly names: ReadonlyMap<number, string>;
}

/** What is claimed, by whom and where. */
interface Claim {
  readonly storeId: number;
  readonly point: PrintPoint;
  readonly row: OrderRow;
  readonly order: StoredOrder;
  readonly input: ClaimInput;
  readonly asker: number;
  readonly call: CommandCall;
  /** Slips of the order so far, oldest first. */
  readonly slips: readonly SlipRow[];
}

/**
 * Gives the device of a print point the permission to print what is due of an order. The order's row is locked, so of
 * two that ask at once the second finds the lines on paper (decision 040).
 */
const claimSlips: Command<Tx, ClaimInput, Claimed> = {
  base: 'none',
  async decide(tx, call, input): Promise<Outcome<Claimed>> {
    const { actor, member, headers } = call;
    const { storeId } = member;
    const point = await findPrintPoint(tx, storeId, input.id, headers.deviceId ?? actor.sessionId);
    if (!point?.own) return fail('not_found');
    const asker = await askerOf(tx, call, input);
    if (!asker.ok) return asker;
    const printers = [input.value, ...Object.values(input.assemblies)];
    if (!printers.every((name) => point.printers.includes(name))) return invalidField('value');
    const row = await lockOrder(tx, storeId, input.order_id);
    const order = input.job
      ? await loadOrder(tx, storeId, input.order_id)
      : await loadOrderFor(tx, call, input.order_id);
    if (!row || !order) return fail('not_found');
    const slips = await slipsOf(tx, storeId, row.id);
    const claim: Claim = { storeId, point, row, order, input, asker: asker.value, call, slips };
    const given = mayPrint(input, order) ? await givenSlips(tx, claim) : [];
    const people = given.filter((s) => s.reprint > 0).map((s) => s.created_by);
    return ok({ order, slips: given, names: await namesOf(tx, people) });
  },
};

const mayPrint = ({ kind, hand }: ClaimInput, order: StoredOrder): boolean =>
  hand ? paperStatuses[kind].includes(order.status) : printsByItself(kind, order);

/** Who asks: whoever sent the job, else the caller. A job is about this order and this kind. */
async function askerOf(tx: Tx, { actor, member }: CommandCall, input: ClaimInput): Promise<Result<number>> {
  if (input.job === undefined) return ok(actor.userId);
  const about = { kind: input.kind, payable_type: 'order', payable_id: input.order_id } as const;
  const job = await openJobAbout(tx, member.storeId, input.id, { id: input.job, about });
  return job ? ok(job.created_by) : fail('not_found');
}

async function givenSlips(tx: Tx, claim: Claim): Promise<SlipRow[]> {
  const { storeId, row, input, call } = claim;
  const { kind, hand } = input;
  const about = claim.slips.filter((s) => s.kind === kind && s.settled_at === null);
  // A failed slip whose paper the order can no longer have, such as the comanda of a rejected one, was never printed. It is
  // withdrawn, because there is nothing to void; one that a person dealt with stays.
  const lapsed = claim.slips.filter(
    (s) => s.state === 'failed' && s.settled_at === null && !paperStatuses[s.kind].includes(row.status),
  );
  await withdrawSlips(tx, storeId, lapsed, call.now);
  const again = hand ? await failedAgain(tx, claim, about) : [];
  const fresh = kind === 'summary' ? await summaryDue(tx, claim, again) : await linesDue(tx, claim);
  const given = [...again, ...fresh];
  const doubtful = hand ? about.filter((s) => s.state === 'unknown') : [];
  if (given.length > 0) given.push(...(await repeat(tx, claim, doubtfulHere(claim, doubtful), fresh.length)));
  else if (hand) given.push(...(await repeat(tx, claim, await wholeAgain(tx, claim), 0)));
  await settleSlips(tx, storeId, doubtful, call.now);
  const jobs = await settleJobsOf(tx, storeId, row.id, { kind, at: call.now });
  const isLate = after(row.status_at, comandaLateMs) < call.now;
  if (jobs + doubtful.length + again.length > 0 || (isLate && fresh.length > 0))
    announcePrinted(tx, storeId, row.id, call.now);
  return given;
}

/** Whether it is a slip of the printers of this claim. */
const isHere = ({ point, input }: Claim, slip: SlipRow): boolean =>
  slip.printpoint_id === point.id && [input.value, ...Object.values(input.assemblies)].includes(slip.printer);

/** What failed on the printers of this claim is given again; what failed on others moves to these. */
async function failedAgain(tx: Tx, claim: Claim, about: readonly SlipRow[]) {
  const { storeId, call } = claim;
  const failed = about.filter((s) => s.state === 'failed');
  const here = failed.filter((slip) => isHere(claim, slip));
  const elsewhere = failed.filter((s) => !here.includes(s));
  await withdrawSlips(tx, storeId, elsewhere, call.now);
  for (const slip of here) await sendAgain(tx, slip, call.now);
  return here;
}

const newSlip = (claim: Claim, n: number): Omit<NewSlip, 'printer' | 'change' | 'lines' | 'from' | 'reprint'> => ({
  order_id: claim.row.id,
  printpoint_id: claim.point.id,
  kind: claim.input.kind,
  revision: claim.slips.length + 1 + n,
  state: 'sending',
  created_by: claim.asker,
  at: claim.call.now,
});

/** The order's lines by printer; a rejected order wants none. */
async function sharesOf(tx: Tx, { storeId, row, input }: Claim): Promise<PrinterShare<StoredLine>[]> {
  const sections = await assembliesOf(
    tx,
    storeId,
    row.lines.map((l) => l.id),
  );
  return sharesByPrinter(row.lines, (id) => sections.get(id) ?? null, input);
}

async function linesDue(tx: Tx, claim: Claim): Promise<SlipRow[]> {
  const { storeId, point, row, order } = claim;
  const paper = await readOnPaper(tx, storeId, { pointId: point.id, orderId: row.id });
  const place = order.code?.description ?? null;
  const shares = row.status === 'REJECTED' ? [] : await sharesOf(tx, claim);
  const made: SlipRow[] = [];
  for (const due of dueSlips(shares, paper.printed, place)) {
    const slip = await insertSlip(tx, storeId, { ...newSlip(claim, made.length), ...due, reprint: 0 });
    await insertGrants(tx, slip, { revisions: paper.revisions, place });
    made.push(slip);
  }
  return made;
}

/** A summary prints by itself once; by hand the first time without a mark. */
async function summaryDue(tx: Tx, claim: Claim, again: readonly SlipRow[]): Promise<SlipRow[]> {
  const { storeId, point, input } = claim;
  const known = claim.slips.some(
    (s) => s.kind === 'summary' && s.printpoint_id === point.id && s.printer === input.value,
  );
  if (known || again.length > 0) return [];
  const slip = { printer: input.value, change: 'whole', lines: [], from: null, reprint: 0 } as const;
  return [await insertSlip(tx, storeId, { ...newSlip(claim, 0), ...slip })];
}

/**
 * What may not have come out of the printers of this claim, to print it beside what is due: otherwise the order
 * would no longer be shown as unprinted while a section has no paper.
 */
const doubtfulHere = (claim: Claim, doubtful: readonly SlipRow[]): DueSlip<StoredLine>[] =>
  doubtful
    .filter((slip) => isHere(claim, slip))
    .map(({ printer, lines, change, place_from: from }) => ({ printer, lines, change, from }));

/** Nothing is due: all of it. */
async function wholeAgain(tx: Tx, claim: Claim): Promise<DueSlip<StoredLine>[]> {
  const { input } = claim;
  const change = input.kind === 'rejected' ? 'voided' : 'whole';
  const shares = input.kind === 'summary' ? [{ printer: input.value, lines: [] }] : await sharesOf(tx, claim);
  return shares.map(({ printer, lines }) => ({ printer, lines, change, from: null }));
}

/** Prints again with its mark, unless it is the first print. It takes no grants. `made`: new slips of this claim. */
async function repeat(tx: Tx, claim: Claim, slips: readonly DueSlip<StoredLine>[], made: number): Promise<SlipRow[]> {
  const before = claim.slips.filter((s) => s.kind === claim.input.kind);
  const reprint = before.length === 0 ? 0 : Math.max(...before.map((s) => s.reprint)) + 1;
  const repeated: SlipRow[] = [];
  for (const slip of slips)
    repeated.push(await insertSlip(tx, claim.storeId, { ...newSlip(claim, made + repeated.length), ...slip, reprint }));
  return repeated;
}

async function namesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const id of new Set(ids)) {
    const [user] = await tx.select({ fullname: users.fullname }).from(users).where(eq(users.id, id));
    if (user) names.set(id, user.fullname);
  }
  return names;
}

const writeSlip = (slip: SlipRow, names: Claimed['names'], currency: Currency): z.infer<typeof printSlip> => ({
  id: slip.id,
  printer: slip.printer,
  kind: slip.kind,
  change: slip.change,
  revision: slip.revision,
  reprint: slip.reprint === 0 ? null : { count: slip.reprint, by: names.get(slip.created_by) ?? '' },
  place_from: slip.place_from,
  lines: slip.lines.map((line) => writeOrderLine(orderLineOf(line), currency)),
});

export const claimCommand = bindCommand(
  contract.printing.claim,
  claimSlips,
  ({ order, slips, names }, { member: { currency } }) => ({
    order: writeOrder(order, currency),
    slips: slips.map((slip) => writeSlip(slip, names, currency)),
  }),
);
