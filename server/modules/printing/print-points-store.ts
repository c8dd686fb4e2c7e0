import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { PrintPoint, PrinterKind } from '#domain/printing.ts';
import { type Instant, isoFromInstant } from '#domain/time.ts';
import type { Tx } from '#server/db/database.ts';
import { printPoints } from '#server/db/schema/printing.ts';
import { items } from '#server/db/schema/catalog.ts';
import { assemblies } from '#server/db/schema/stores.ts';

type PrintPointRow = typeof printPoints.$inferSelect;

/** A print point as its form sends it. */
export interface PrintPointFields {
  readonly name: string;
  readonly shared: 0 | 1;
  readonly types: readonly PrinterKind[];
  /** Absent: as they were. */
  readonly printers?: readonly string[] | undefined;
  /** Whether it prints comandas by itself from now on. Absent: as it was. */
  readonly automatic?: boolean | undefined;
}

const pointOf = (
  { id, name, shared, types, printers, device_id, automatic_since }: PrintPointRow,
  device: string,
): PrintPoint => ({
  id,
  name,
  shared: shared ? 1 : 0,
  types,
  printers,
  own: device_id === device,
  automatic: automatic_since !== null,
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

/** The moment at which it was switched on stays. */
const automaticSince = ({ automatic }: PrintPointFields, at: Instant) =>
  automatic === undefined
    ? {}
    : {
        automatic_since: automatic
          ? sql`coalesce(${printPoints.automatic_since}, ${isoFromInstant(at)}::timestamptz)`
          : null,
      };

/** null: the device is a print point already. */
export async function insertPrintPoint(
  tx: Tx,
  storeId: number,
  fields: PrintPointFields,
  { device, at }: { readonly device: string; readonly at: Instant },
): Promise<PrintPoint | null> {
  const [row] = await tx
    .insert(printPoints)
    .values({
      printers: [],
      ...columnsOf(fields),
      automatic_since: fields.automatic === true ? at : null,
      store_id: storeId,
      device_id: device,
      created_at: at,
    })
    .onConflictDoNothing()
    .returning();
  return row ? pointOf(row, device) : null;
}

export async function updatePrintPoint(
  tx: Tx,
  storeId: number,
  id: number,
  fields: PrintPointFields,
  { device, at }: { readonly device: string; readonly at: Instant },
): Promise<PrintPoint> {
  const [row] = await tx
    .update(printPoints)
    .set({ ...columnsOf(fields), ...automaticSince(fields, at) })
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

/** The section of the kitchen that makes each of these products; those without one are left out. */
export async function assembliesOf(tx: Tx, storeId: number, itemIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .select({ id: items.id, section: items.assembly_id })
    .from(items)
    .where(and(eq(items.store_id, storeId), inArray(items.id, [...itemIds]), isNotNull(items.assembly_id)));
  return new Map(rows.flatMap(({ id, section }) => (section === null ? [] : [[id, section] as const])));
}
