import * as z from 'zod/mini';
import { mostNumbers } from '#domain/outbox-balance.ts';
import { pathId, timestamp, uuid } from './fields.ts';
import { procedure } from './procedure.ts';

/** What the devices made while a register was open, and which of it the server has. Times are the server's. */
export const outboxBalance = z.object({
  /** When the devices were last asked for a report. */
  asked_at: z.nullable(timestamp),
  devices: z.array(
    z.object({
      user: z.object({ fullname: z.string() }),
      /** null: it never reported. */
      device: z.nullable(z.string()),
      confirmed: z.int(),
      unsent: z.int(),
      /** Commands on its list of rejected ones. */
      review: z.int(),
      /** Numbers of commands that nobody has; `from` and `to`: when the ones before and after came. */
      missing: z.array(z.object({ number: z.int(), from: z.nullable(timestamp), to: z.nullable(timestamp) })),
      heard_at: z.nullable(timestamp),
      sent_at: z.nullable(timestamp),
      left: z.boolean(),
    }),
  ),
});

const number = z.int().check(z.gte(1), z.lte(999_999_999));
const numbers = z.array(number).check(z.maxLength(mostNumbers));

export const outboxesContract = {
  /**
   * What became of the numbers that the caller's outbox gave its commands (offline engine, Numbers). `id`: as in
   * X-Device. `left`: the person logs out. Answers up to which number all are explained. 403 for another person's
   * outbox.
   */
  report: procedure('store.follow', 'POST', '/store/{store_id}/outbox', 'Report an outbox')
    .input(
      z.object({
        store_id: pathId,
        id: uuid,
        minted: z.int().check(z.gte(0), z.lte(999_999_999)),
        since: z.int().check(z.gte(0), z.lte(999_999_999)),
        held: numbers,
        rejected: numbers,
        withdrawn: numbers,
        left: z.boolean(),
      }),
    )
    .output(z.object({ explained: z.int() })),
};
