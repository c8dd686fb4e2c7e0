import { eq } from 'drizzle-orm';
import { stores } from '#server/db/schema/stores.ts';
import type { TestServer } from './test-server.ts';

/** La Esquina is open with every service on, and no closing is announced. No device gets an event. */
export const resetStoreStatus = (server: TestServer) =>
  server.db.direct
    .update(stores)
    .set({
      open: true,
      opened_at: server.clock.now(),
      immediate_open: true,
      immediate_local: true,
      immediate_takeaway: true,
      immediate_delivery: true,
      preorder: true,
      delay_minutes: 20,
      autoclose: null,
      autoclose_asked: false,
      autoclose_accepted: false,
      local_paused_until: null,
      takeaway_paused_until: null,
      delivery_paused_until: null,
    })
    .where(eq(stores.id, 1));
