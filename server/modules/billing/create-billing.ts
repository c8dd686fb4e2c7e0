import { and, eq, max } from 'drizzle-orm';
import { arcaAddresses, createArca } from '#server/billing/arca/arca.ts';
import type { Billing, FiscalAuthority } from '#server/billing/fiscal-authority.ts';
import type { LastKnown } from '#server/billing/sandbox/arca-double.ts';
import { type FiscalSandbox, sandboxCredentials } from '#server/billing/sandbox/fiscal-sandbox.ts';
import { createSifen, sifenAddresses } from '#server/billing/sifen/sifen.ts';
import { createVault } from '#server/billing/vault.ts';
import type { Database } from '#server/db/database.ts';
import { fiscalDocuments } from '#server/db/schema/billing.ts';
import type { Clock } from '#server/deps.ts';
import { pgTickets } from './access-tickets-store.ts';

interface BillingParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Encrypts credentials (FISCAL_SECRET); null: only the sandbox can be asked. */
  readonly secret: string | null;
  readonly sandbox: Pick<FiscalSandbox, 'url'> | null;
}

/** The authorities of this server: the sandbox, and with a secret for their credentials the real ones. */
export function createBilling({ db, clock, secret, sandbox }: BillingParts): Billing {
  const vault = secret === null ? null : createVault(secret);
  const authorities = new Map<string, FiscalAuthority>();
  if (sandbox) {
    // Its tickets open nothing, so what hides them is no secret.
    const tickets = pgTickets({ db, clock }, 'sandbox', createVault('sandbox'));
    const addresses = { wsaa: `${sandbox.url}/wsaa`, wsfe: `${sandbox.url}/wsfe` };
    authorities.set('ARCA sandbox', createArca({ addresses, tickets, clock }));
    const service = `${sandbox.url}/sifen/`;
    authorities.set('SIFEN sandbox', createSifen({ addresses: { service, qr: sifenAddresses.test.qr }, clock }));
  }
  if (vault)
    for (const environment of ['test', 'production'] as const) {
      const tickets = pgTickets({ db, clock }, environment, vault);
      authorities.set(`ARCA ${environment}`, createArca({ addresses: arcaAddresses[environment], tickets, clock }));
      authorities.set(`SIFEN ${environment}`, createSifen({ addresses: sifenAddresses[environment], clock }));
    }
  return {
    authorityOf: (name, environment) => authorities.get(`${name} ${environment}`) ?? null,
    sandboxCredentials,
    vault,
  };
}

/** The last numbers of the sandbox, which forgets them when the server ends. */
export const sandboxNumbers =
  (db: Database): LastKnown =>
  async ({ cuit, point, type }) => {
    const [row] = await db.direct
      .select({ last: max(fiscalDocuments.number) })
      .from(fiscalDocuments)
      .where(
        and(
          eq(fiscalDocuments.authority, 'ARCA'),
          eq(fiscalDocuments.environment, 'sandbox'),
          eq(fiscalDocuments.tax_id, cuit),
          eq(fiscalDocuments.point, String(point)),
          eq(fiscalDocuments.type, type),
          eq(fiscalDocuments.work, 'none'),
        ),
      );
    return row?.last ?? 0;
  };
