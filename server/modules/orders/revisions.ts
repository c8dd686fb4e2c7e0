import type { Instant } from '#domain/time.ts';
import type { CommandCall } from '#server/http/commands/command.ts';
import type { Base } from '#server/http/commands/command-headers.ts';
import type { OrderOutcome } from './order-command.ts';
import type { OrderRepository } from './order-repository.ts';
import type { OrderRow } from './order-rows.ts';
import { invalidField } from '#server/http/validation.ts';

/**
 * Locks the order and checks that its status is the one that the person saw. Fails with 404, or with 409 and the
 * current state (N-16).
 */
export async function lockUnchanged(
  repository: OrderRepository,
  { headers }: CommandCall,
  id: number,
): Promise<OrderOutcome<OrderRow>> {
  const row = await repository.lock(id);
  if (!row) return { ok: false, failure: { code: 'not_found' } };
  if (headers.base === null || (await statusHolds(repository, row, headers.base))) return { ok: true, value: row };
  return conflictOf(repository, row, { by: row.status_by, at: row.status_at });
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

/** 409 with the current order, and who changed it when: the loser of a race learns who won (N-16). */
async function conflictOf(
  repository: OrderRepository,
  { id }: Pick<OrderRow, 'id'>,
  { by, at }: { readonly by: number | null; readonly at: Instant },
): Promise<OrderOutcome<never>> {
  return {
    ok: false,
    failure: { code: 'conflict' },
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
  return result !== null && result.id === row.id && result.status_rev === row.status_rev;
}

async function moneyHolds(repository: OrderRepository, row: OrderRow, base: Base): Promise<boolean> {
  if ('rev' in base) return (base.money ?? base.rev) === row.money_rev;
  const result = resultOf(await repository.appliedAnswer(base.after));
  return result !== null && result.id === row.id && result.money_rev === row.money_rev;
}

/** The order in a stored answer: the body itself for a change, its member `order` for a creation. */
function resultOf(body: unknown): { id: unknown; status_rev: unknown; money_rev: unknown } | null {
  if (typeof body !== 'object' || body === null) return null;
  if ('order' in body) return resultOf(body.order);
  if (!('id' in body && 'status_rev' in body && 'money_rev' in body)) return null;
  return { id: body.id, status_rev: body.status_rev, money_rev: body.money_rev };
}
