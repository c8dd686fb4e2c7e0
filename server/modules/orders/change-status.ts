import { and, eq } from 'drizzle-orm';
import { writeOrder, type WireOrder } from '#contract/wire/orders.ts';
import { isUuid, type Uuid } from '#domain/ids.ts';
import { type OrderStatus, orderWithStatus } from '#domain/order.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { stores } from '#server/db/schema/stores.ts';
import { commands } from '#server/db/schema/sync.ts';
import type { Outcome } from '#server/http/commands.ts';
import { refusal } from '#server/http/errors.ts';
import type { StoreContext } from '#server/http/recipe.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';
import { announceOrder } from '#server/realtime/feed-store.ts';
import type { OrderRow } from './order-rows.ts';
import { lockOrder, readOrder, saveStatus } from './orders-store.ts';

/** The state that the person's change was made on: a revision they saw, or the result of their own last command. */
export type Base = { readonly rev: number } | { readonly after: Uuid };

/** If-Match: "<status_rev>" or X-After: <command id>; 422 when there is neither: a blind change could undo another's. */
export function baseOf({ request }: Pick<StoreContext, 'request'>): Base {
  const after = request.headers['x-after'];
  if (typeof after === 'string') {
    const id = after.toLowerCase();
    if (isUuid(id)) return { after: id };
    throw refusal({ code: 'validation', fields: { 'X-After': [{ rule: 'invalid' }] } });
  }
  const match = request.headers['if-match'];
  const rev = /^"(\d{1,9})"$/.exec(match ?? '')?.[1];
  if (rev !== undefined) return { rev: Number(rev) };
  throw refusal({
    code: 'validation',
    fields: { 'If-Match': [{ rule: match === undefined ? 'required' : 'invalid' }] },
  });
}

export interface StatusRequest {
  readonly id: number;
  readonly status: OrderStatus;
  readonly base: Base;
}

/** Inside the command's transaction: lock, compare, rule, save, audit, announce (B-66, SYNC). */
export async function changeStatus(
  tx: Tx,
  { deps, actor, member }: StoreContext,
  { id, status, base }: StatusRequest,
  command: Uuid,
): Promise<Outcome<WireOrder>> {
  const { storeId, currency } = member;
  const row = await lockOrder(tx, storeId, id);
  if (!row) return { ok: false, failure: { code: 'not_found' } };
  if (!(await holds(tx, storeId, row, base))) return conflict(tx, storeId, row, currency);
  const now = deps.clock.now();
  const changed = orderWithStatus(row, status, { now, delayMinutes: await delayOf(tx, storeId) });
  if (!changed.ok) return changed;
  await saveStatus(tx, storeId, id, {
    status: changed.value.status,
    ready_by: changed.value.ready_by,
    reject_reason: changed.value.reject_reason,
    rejected_reason_message: changed.value.rejected_reason_message,
    by: actor.userId,
    at: now,
  });
  const order = await readOrder(tx, storeId, id);
  if (!order) throw new Error(`order ${id} is gone`);
  await appendAudit(tx, {
    storeId,
    actor,
    action: 'order.changeStatus',
    entity: 'order',
    entityId: id,
    before: { status: row.status, status_rev: row.status_rev },
    after: { status: order.status, status_rev: order.status_rev },
    command,
    at: now,
  });
  const waitingChanged = row.status === 'PENDING' || order.status === 'PENDING';
  await announceOrder(tx, { storeId, currency, at: now, name: 'order-updated', order, waitingChanged });
  return { ok: true, value: writeOrder(order, currency) };
}

/** A revision must be the current one; a predecessor must have been applied to this order and nothing come after it. */
async function holds(tx: Tx, storeId: number, row: OrderRow, base: Base): Promise<boolean> {
  if ('rev' in base) return base.rev === row.status_rev;
  const [before] = await tx
    .select({ status: commands.status, response: commands.response })
    .from(commands)
    .where(and(eq(commands.store_id, storeId), eq(commands.cmd_id, base.after)));
  if (!before || before.status === null || before.status >= 400) return false;
  const result = resultOf(before.response);
  return result !== null && result.id === row.id && result.status_rev === row.status_rev;
}

/** The order in a stored answer: of a change it is the body, of a creation it is under `order`. */
function resultOf(body: unknown): { id: unknown; status_rev: unknown } | null {
  if (typeof body !== 'object' || body === null) return null;
  if ('order' in body) return resultOf(body.order);
  return 'id' in body && 'status_rev' in body ? { id: body.id, status_rev: body.status_rev } : null;
}

/** With the order as it is, and who moved it when: the person hears what happened instead. */
async function conflict(
  tx: Tx,
  storeId: number,
  row: OrderRow,
  currency: StoreContext['member']['currency'],
): Promise<Outcome<never>> {
  const current = await readOrder(tx, storeId, row.id);
  if (!current) throw new Error(`order ${row.id} is gone`);
  return {
    ok: false,
    failure: { code: 'conflict' },
    extra: { current: writeOrder(current, currency), by: await nameOf(tx, row.status_by), at: at(row.status_at) },
  };
}

const at = (moment: Instant): string => isoFromInstant(moment);

async function nameOf(tx: Tx, userId: number | null): Promise<{ fullname: string } | null> {
  if (userId === null) return null;
  const [user] = await tx.select({ fullname: users.fullname }).from(users).where(eq(users.id, userId));
  return user ?? null;
}

async function delayOf(tx: Tx, storeId: number): Promise<number> {
  const [store] = await tx.select({ delay: stores.delay_minutes }).from(stores).where(eq(stores.id, storeId));
  return store?.delay ?? 0;
}
