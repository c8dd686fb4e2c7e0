import { and, asc, eq, or } from 'drizzle-orm';
import type { PrintPoint, PrinterKind } from '#domain/printing.ts';
import type { Instant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { printPoints } from '#server/db/schema/printing.ts';
import { assemblies } from '#server/db/schema/stores.ts';

type PrintPointRow = typeof printPoints.$inferSelect;

/** A print point as its form sends it. */
export interface PrintPointFields {
  readonly name: string;
  readonly shared: 0 | 1;
  readonly types: readonly PrinterKind[];
  /** Absent: as they were. */
  readonly printers?: readonly string[] | undefined;
}

const pointOf = ({ id, name, shared, types, printers, device_id }: PrintPointRow, device: string): PrintPoint => ({
  id,
  name,
  shared: shared ? 1 : 0,
  types,
  printers,
  own: device_id === device,
});

/** What a device may see: the shared ones and its own. */
const seenBy = (storeId: number, device: string) =>
  and(eq(printPoints.store_id, storeId), or(eq(printPoints.shared, true), eq(printPoints.device_id, device)));

export async function readPrintPoints(tx: Tx, storeId: number, device: string): Promise<PrintPoint[]> {
  const rows = await tx.select().from(printPoints).where(seenBy(storeId, device)).orderBy(asc(printPoints.id));
  return rows.map((row) => pointOf(row, device));
}

export async function findPrintPoint(tx: Tx, storeId: number, id: number, device: string): Promise<PrintPoint | null> {
  const [row] = await tx
    .select()
    .from(printPoints)
    .where(and(seenBy(storeId, device), eq(printPoints.id, id)));
  return row ? pointOf(row, device) : null;
}

/** The print point that a device is, or null. */
export async function ownPrintPoint(tx: Tx, storeId: number, device: string): Promise<PrintPoint | null> {
  const [row] = await tx
    .select()
    .from(printPoints)
    .where(and(eq(printPoints.store_id, storeId), eq(printPoints.device_id, device)));
  return row ? pointOf(row, device) : null;
}

const columnsOf = ({ name, shared, types, printers }: PrintPointFields) => ({
  name,
  shared: shared === 1,
  types: [...new Set(types)],
  ...(printers && { printers: [...new Set(printers)] }),
});

/** null: the device is a print point already. */
export async function insertPrintPoint(
  tx: Tx,
  storeId: number,
  fields: PrintPointFields,
  { device, at }: { readonly device: string; readonly at: Instant },
): Promise<PrintPoint | null> {
  const [row] = await tx
    .insert(printPoints)
    .values({ printers: [], ...columnsOf(fields), store_id: storeId, device_id: device, created_at: at })
    .onConflictDoNothing()
    .returning();
  return row ? pointOf(row, device) : null;
}

export async function updatePrintPoint(
  tx: Tx,
  storeId: number,
  id: number,
  fields: PrintPointFields,
  device: string,
): Promise<PrintPoint> {
  const [row] = await tx
    .update(printPoints)
    .set(columnsOf(fields))
    .where(and(seenBy(storeId, device), eq(printPoints.id, id)))
    .returning();
  if (!row) throw new Error(`print point ${id} is gone`);
  return pointOf(row, device);
}

export const readAssemblies = (tx: Tx, storeId: number): Promise<{ id: number; name: string }[]> =>
  tx
    .select({ id: assemblies.id, name: assemblies.name })
    .from(assemblies)
    .where(eq(assemblies.store_id, storeId))
    .orderBy(asc(assemblies.id));
