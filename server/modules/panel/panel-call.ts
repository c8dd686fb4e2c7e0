import { sql } from 'drizzle-orm';
import type { Failure } from '#domain/errors.ts';
import type { Currency } from '#domain/money.ts';
import type { Country } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { fixedQuery } from '#server/db/fixed-query.ts';
import type { NamedActor } from '#server/http/actors.ts';
import { appendAudit } from '#server/modules/audit/audit-store.ts';

/** One call of the partner panel, inside its transaction. */
export interface PanelCall {
  readonly tx: Tx;
  readonly storeId: number;
  readonly currency: Currency;
  readonly country: Country;
  readonly at: Instant;
}

/** A refusal, thrown inside the transaction so that it leaves nothing behind. */
export class Refused extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

export const partnerPanel: NamedActor = { kind: 'provider', name: 'partner-panel' };

interface StoreFacts extends Currency {
  readonly country: Country;
}

const lockStore = fixedQuery<{ readonly storeId: number }, StoreFacts>(sql`
  select country, currency_symbol as symbol, currency_decimals as decimals from stores
  where id = ${sql.placeholder('storeId')}::integer for no key update`);

/**
 * Begins a call. Calls about one store run one after the other, and lock its row before its feeds, as a new order does.
 */
export async function beginCall(tx: Tx, storeId: number, at: Instant): Promise<PanelCall> {
  const [facts] = await tx.run(lockStore, { storeId });
  if (!facts) throw new Error(`store ${storeId} is gone`);
  const { country, ...currency } = facts;
  return { tx, storeId, currency, country, at };
}

/** What a call did to one entity; `before` null: it is new, `after` null: it is removed. */
export interface PanelChange {
  readonly entity: 'item' | 'section' | 'code' | 'discount' | 'map' | 'gateway' | 'cashbox';
  readonly id: number;
  readonly before: unknown;
  readonly after: unknown;
}

/** Records the change; false when there is none, because the call repeats an earlier one. */
export function recordPanelChange({ tx, storeId, at }: PanelCall, { entity, id, before, after }: PanelChange): boolean {
  if (JSON.stringify(before) === JSON.stringify(after)) return false;
  const verb = before === null ? 'create' : after === null ? 'remove' : 'change';
  const what = { action: `${entity}.${verb}`, entity, entityId: id, before, after, command: null, at };
  appendAudit(tx, { storeId, actor: partnerPanel, ...what });
  return true;
}
