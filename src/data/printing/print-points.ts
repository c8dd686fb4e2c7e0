import { queryOptions } from '@tanstack/react-query';
import { reread } from '#data/api/reread.ts';
import { printersMax } from '#domain/limits.ts';
import type { PrintPoint } from '#domain/printing.ts';
import { localRecord } from '#platform/local-record.ts';
import { newUuid } from '#platform/random.ts';
import { keepOwnPoint } from './own-point.ts';
import { printingApi } from './printing-api.ts';

const pointsKey = (storeId: number) => ['store', storeId, 'print-points'] as const;

const deviceRecord = localRecord<string>('print-device', 1, (v): v is string => typeof v === 'string');

/** The id under which this browser is a print point. */
function printDeviceId(): string {
  const known = deviceRecord.read();
  if (known) return known;
  const made = newUuid();
  deviceRecord.write(made);
  return made;
}

/** The options of a call that is about the print point of this device. */
export const thisDevice = () => ({ context: { deviceId: printDeviceId() } });

/** The store's shared print points, and this device's own one. */
export const printPointsQuery = (storeId: number) =>
  queryOptions({
    queryKey: pointsKey(storeId),
    queryFn: async ({ signal }): Promise<readonly PrintPoint[]> => {
      const points = await printingApi.points({ store_id: storeId }, { signal, ...thisDevice() });
      keepOwnPoint(storeId, points.find((point) => point.own)?.id ?? null);
      return points;
    },
    meta: { keep: true },
  });

/** The sections of the store's kitchen (P-22). */
export const sectionsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['store', storeId, 'sections'],
    queryFn: ({ signal }) => printingApi.sections({ store_id: storeId }, { signal }),
    meta: { keep: true },
  });

export type PrintPointForm = Pick<PrintPoint, 'name' | 'shared' | 'types'>;

/** Makes this device a print point, or with `known` changes it. Rejects with ApiFailure. */
export async function savePrintPoint(
  storeId: number,
  known: PrintPoint | null,
  { name, shared, types }: PrintPointForm,
  idempotencyKey: string,
): Promise<void> {
  const fields = { store_id: storeId, name, shared, types: [...types] };
  const { context } = thisDevice();
  await (known
    ? printingApi.savePoint({ ...fields, id: known.id }, { context })
    : printingApi.addPoint(fields, { context: { ...context, idempotencyKey } }));
  await reread({ queryKey: pointsKey(storeId) });
}

/**
 * Lets the server sign prints on these printers of this computer, which is the print point `own`, and says whether it
 * prints comandas by itself. Rejects with ApiFailure.
 */
export async function registerPrinters(
  storeId: number,
  own: PrintPoint,
  { names, automatic = own.automatic }: { readonly names: readonly string[]; readonly automatic?: boolean },
): Promise<void> {
  if (names.every((name) => own.printers.includes(name)) && automatic === own.automatic) return;
  // The newest ones, when there are too many: printers are renamed and replaced.
  const printers = [...new Set([...own.printers, ...names])].slice(-printersMax);
  const { id, name, shared, types } = own;
  const fields = { store_id: storeId, id, name, shared, types: [...types], printers, automatic };
  await printingApi.savePoint(fields, thisDevice());
  await reread({ queryKey: pointsKey(storeId) });
}
