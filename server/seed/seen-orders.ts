import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';

const tablet =
  'Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/** The pending orders of a demo store were seen on a tablet as they came in: nobody is alarmed about invented orders. */
export async function insertSightings(tx: Tx, storeId: number, userId: number, session: string): Promise<void> {
  await tx.execute(sql`
    insert into order_sightings (store_id, order_id, session_id, stage, user_id, device, at, received_at)
    select o.store_id, o.id, ${session}::uuid, s.stage, ${userId}::integer, ${tablet},
           o.created_at + s.later * interval '1 second', o.created_at + s.later * interval '1 second'
    from orders o cross join (values ('delivered', 1), ('painted', 1), ('rang', 2), ('touched', 9)) as s (stage, later)
    where o.store_id = ${storeId}::integer and o.status = 'PENDING'`);
}
