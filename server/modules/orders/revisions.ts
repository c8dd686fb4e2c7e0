import type { Instant } from '#domain/time.ts';
import { isOfEarlierEpoch, wasRenewed } from '#server/db/epochs.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import type { Base } from '#server/http/commands/command-headers.ts';
import type { OrderOutcome } from './order-command.ts';
import type { OrderRepository } from './order-repository.ts';
import type { OrderRow } from './order-rows.ts';
import { invalidField } from '#server/http/validation.ts';

/**
 * Locks the order and checks that its status is the one that the person saw. Fails with 404, or with the current state:
 * 409 (N-16), and 425 when the database went back in time and no longer knows the base. The device then compares what
 * the person saw with the current state, and sends the command again.
 */
export async function lockUnchanged(
  repository: OrderRepository,
  { headers }: CommandCall,
  id: number,
): Promise<OrderOutcome<OrderRow>> {
  const row = await repository.lock(id);
  if (!row) return { ok: false, failure: { code: 'not_found' } };
  const { base } = headers;
  if (base === null || (await statusHolds(repository, row, base))) return { ok: true, value: row };
  const code = (await isBaseLost(repository, row, base)) ? 'too_early' : 'conflict';
  return conflictOf(repository, row, { by: row.status_by, at: row.status_at }, code);
}

/**
 * Locks the order and checks that its amounts are those that the person saw, and with `andStatus` its status too. Fails
 * with 404, or with 409 and the current state (N-16). A changed status does not conflict with a payment, nor the other
 * way round.
 */
export async function lockMoney(
  repository: OrderRepository,
  { headers: { base } }: CommandCall,
  { id, andStatus }: { readonly id: number; readonly andStatus: boolean },
): Promise<OrderOutcome<OrderRow>> {
  const row = await repository.lock(id);
  if (!row) return { ok: false, failure: { code: 'not_found' } };
  if (base === null || (andStatus && 'rev' in base && base.money === undefined)) return invalidField('If-Match');
  const comparesStatus = andStatus || ('rev' in base && base.money !== undefined);
  if (comparesStatus && !(await statusHolds(repository, row, base)))
    return conflictOf(repository, row, { by: row.status_by, at: row.status_at });
  if (await moneyHolds(repository, row, base)) return { ok: true, value: row };
  const last = await repository.lastMoneyChange(id);
  return conflictOf(repository, row, last ?? { by: row.created_by, at: row.created_at });
}

/** A refusal with the current order, and who changed it when: the loser of a race learns who won (N-16). */
async function conflictOf(
  repository: OrderRepository,
  { id }: Pick<OrderRow, 'id'>,
  { by, at }: { readonly by: number | null; readonly at: Instant },
  code: 'conflict' | 'too_early' = 'conflict',
): Promise<OrderOutcome<never>> {
  return {
    ok: false,
    failure: { code },
    conflict: { by: by === null ? null : await repository.nameOf(by), current: await repository.read(id), at },
  };
}

/**
 * A base revision must be the current one. A base command must have been applied to this order, with no status change
 * since.
 */
export async function statusHolds(repository: OrderRepository, row: OrderRow, base: Base): Promise<boolean> {
  if ('rev' in base) return base.rev === row.status_rev;
  const result = resultOf(await repository.appliedAnswer(base.after));
  if (result?.id !== row.id) return false;
  // Applied in an earlier epoch: its revision does not compare, the status does.
  if (isOfEarlierEpoch(result.status_rev, row.status_rev)) return result.status === row.status;
  return result.status_rev === row.status_rev;
}

/** Whether the base is one that the database no longer knows, because it went back in time. */
async function isBaseLost(repository: OrderRepository, row: OrderRow, base: Base): Promise<boolean> {
  if ('rev' in base) return isOfEarlierEpoch(base.rev, row.status_rev);
  return wasRenewed(row.status_rev) && (await repository.appliedAnswer(base.after)) === null;
}

async function moneyHolds(repository: OrderRepository, row: OrderRow, base: Base): Promise<boolean> {
  if ('rev' in base) return (base.money ?? base.rev) === row.money_rev;
  const result = resultOf(await repository.appliedAnswer(base.after));
  return result?.id === row.id && result.money_rev === row.money_rev;
}

/** The order in a stored answer: the body itself for a change, its member `order` for a creation. */
function resultOf(body: unknown): { id: unknown; status: unknown; status_rev: number; money_rev: unknown } | null {
  if (typeof body !== 'object' || body === null) return null;
  if ('order' in body) return resultOf(body.order);
  if (!('id' in body && 'status' in body && 'status_rev' in body && 'money_rev' in body)) return null;
  return { id: body.id, status: body.status, status_rev: Number(body.status_rev), money_rev: body.money_rev };
}
