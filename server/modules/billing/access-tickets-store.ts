import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { FiscalEnvironment } from '#domain/fiscal-documents.ts';
import { instantFromIso, isoFromInstant } from '#domain/time.ts';
import { isObject } from '#domain/unknown.ts';
import type { AccessTicket, TicketStore } from '#server/billing/arca/access-tickets.ts';
import type { FiscalVault } from '#server/billing/fiscal-authority.ts';
import type { Database } from '#server/db/database.ts';
import { fiscalTickets } from '#server/db/schema/billing.ts';
import type { Clock } from '#server/deps.ts';

const service = 'wsfe';

/** The access tickets of taxpayers in the database, encrypted; one process at a time asks for a new one. */
export function pgTickets(
  { db, clock }: { readonly db: Database; readonly clock: Pick<Clock, 'now'> },
  environment: FiscalEnvironment,
  vault: FiscalVault,
): TicketStore {
  const of = (taxId: string) =>
    and(
      eq(fiscalTickets.environment, environment),
      eq(fiscalTickets.tax_id, taxId),
      eq(fiscalTickets.service, service),
    );
  return {
    async read(taxId) {
      const [row] = await db.direct.select().from(fiscalTickets).where(of(taxId));
      return row?.sealed == null ? null : readTicket(vault, row.sealed);
    },

    async lease(taxId, until) {
      const free = or(isNull(fiscalTickets.held_until), lte(fiscalTickets.held_until, clock.now()));
      const [row] = await db.direct
        .insert(fiscalTickets)
        .values({ environment, tax_id: taxId, service, held_until: until })
        .onConflictDoUpdate({
          target: [fiscalTickets.environment, fiscalTickets.tax_id, fiscalTickets.service],
          set: { held_until: until },
          setWhere: free ?? sql`false`,
        })
        .returning({ taxId: fiscalTickets.tax_id });
      return row !== undefined;
    },

    async write(taxId, ticket) {
      const sealed = ticket && vault.seal(JSON.stringify({ ...ticket, expires_at: isoFromInstant(ticket.expires_at) }));
      await db.direct
        .update(fiscalTickets)
        .set({ sealed, expires_at: ticket?.expires_at ?? null, held_until: null })
        .where(of(taxId));
    },
  };
}

/** null for a ticket that another secret sealed: a new one is asked for. */
function readTicket(vault: FiscalVault, sealed: string): AccessTicket | null {
  try {
    const read: unknown = JSON.parse(vault.open(sealed));
    if (!isObject(read)) return null;
    const { token, sign, expires_at } = read;
    const expires = instantFromIso(typeof expires_at === 'string' ? expires_at : '');
    return typeof token === 'string' && typeof sign === 'string' && expires !== null
      ? { token, sign, expires_at: expires }
      : null;
  } catch {
    return null;
  }
}
