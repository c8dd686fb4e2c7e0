import { eq } from 'drizzle-orm';
import { type Uuid, uuidV7 } from '#domain/ids.ts';
import { openJobStates, type PrintJobState } from '#domain/print-jobs.ts';
import { printerKinds } from '#domain/printing.ts';
import { after, minutes } from '#domain/time.ts';
import { printJobs, printPoints, printSlips } from '#server/db/schema/printing.ts';
import type { TestServer } from './test-server.ts';

/** The id of the print point that `printPointIn` makes in a store. */
export const printPointId = (storeId: number): number => 9_000 + storeId;

/** The job that waits there. */
export const printJobId = (storeId: number): Uuid => uuidV7(storeId, new Uint8Array(10));

/** The slip that was sent there and has not ended. */
export const printSlipId = (storeId: number): number => 9_000 + storeId;

/** Makes the only print point of a store, shared and for everything, with one slip, and one job in that state. */
export async function printPointIn(
  { db: { direct }, clock }: Pick<TestServer, 'db' | 'clock'>,
  storeId: number,
  state: PrintJobState = 'queued',
): Promise<void> {
  const at = clock.now();
  await direct.delete(printSlips).where(eq(printSlips.store_id, storeId));
  await direct.delete(printJobs).where(eq(printJobs.store_id, storeId));
  await direct.delete(printPoints).where(eq(printPoints.store_id, storeId));
  const id = printPointId(storeId);
  await direct.insert(printPoints).values({
    id,
    store_id: storeId,
    name: 'Caja',
    shared: true,
    types: [...printerKinds],
    printers: ['Caja'],
    device_id: uuidV7(at, new Uint8Array(10)),
    created_at: at,
  });
  await direct.insert(printSlips).values({
    id: printSlipId(storeId),
    store_id: storeId,
    order_id: 1,
    printpoint_id: id,
    printer: 'Caja',
    kind: 'commander',
    change: 'whole',
    revision: 1,
    reprint: 0,
    lines: [],
    created_by: 1,
    created_at: at,
    state: 'sending',
    sending_at: at,
  });
  await direct.insert(printJobs).values({
    id: printJobId(storeId),
    store_id: storeId,
    printpoint_id: id,
    kind: 'summary',
    payable_type: 'order',
    payable_id: 1,
    created_by: 1,
    created_at: at,
    state,
    ended_at: openJobStates.some((open) => open === state) ? null : at,
    ...(state === 'leased' && { lease: 1, lease_until: after(at, minutes(1)) }),
  });
}
