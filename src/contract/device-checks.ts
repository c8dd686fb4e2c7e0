import * as z from 'zod/mini';
import { checkLines, checkStateOf } from '#domain/device-check.ts';
import { pathId, timestamp, uuid } from './fields.ts';
import { procedure } from './procedure.ts';

/** A result for each line of `checkResults` (domain/device-check.ts). */
const results = z
  .record(z.enum(checkLines), z.string())
  .check(
    z.refine((given) => checkLines.every((line) => checkStateOf(line, given[line]) !== null), { error: 'invalid' }),
  );

export const deviceCheck = z.object({
  id: uuid,
  user: z.object({ fullname: z.string() }),
  device: z.string(),
  at: timestamp,
  /** null: the check was begun and not finished. */
  results: z.nullable(z.partialRecord(z.enum(checkLines), z.string())),
});

const path = '/store/{store_id}/device-checks';

/** The check of a device before the shop opens. */
export const deviceChecksContract = {
  /**
   * Begins a check, without `results`: the event device-checked comes back with its `id`. With `results`: its end.
   * Answers the server's time. 403: another person's check.
   */
  report: procedure('store.read', 'POST', path, 'Report the check of a device')
    .input(z.object({ store_id: pathId, id: uuid, results: z.nullable(results) }))
    .output(z.object({ now: timestamp })),
  /** The newest check of each device in 14 days, the newest first. */
  list: procedure('store.manage', 'GET', path, 'The last check of each device')
    .input(z.object({ store_id: pathId }))
    .output(z.array(deviceCheck)),
};
