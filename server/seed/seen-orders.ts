import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';

/** The device of the demo store's counter. */
export const demoTablet =
  'Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/** Gives the pending orders of a demo store receipts of a tablet, so that they trigger no alerts. */
export async function insertReceipts(tx: Tx, storeId: number, userId: number, session: string): Promise<void> {
  await tx.execute(sql`
    insert into order_receipts (store_id, order_id, session_id, stage, user_id, device, at, received_at)
    select o.store_id, o.id, ${session}::uuid, s.stage, ${userId}::integer, ${demoTablet},
           o.created_at + s.later * interval '1 second', o.created_at + s.later * interval '1 second'
    from orders o cross join (values ('received', 1), ('displayed', 1), ('sounded', 2), ('acknowledged', 9)) as s (stage, later)
    where o.store_id = ${storeId}::integer and o.status = 'PENDING'`);
}
