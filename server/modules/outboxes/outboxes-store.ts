import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, max, or, sql } from 'drizzle-orm';
import type { DeviceBalance, KnownOutbox, MissingCommand, OutboxReport } from '#domain/outbox-balance.ts';
import { numbersToExplain, outboxAfter } from '#domain/outbox-balance.ts';
import { after, instantFromIso, isoFromInstant, minutes, type Instant } from '#domain/time.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { commands, outboxes, type StoredGap } from '#server/db/schema/sync.ts';
import type { Actor } from '#server/http/access-store.ts';
import { deviceLabel } from '#texts/device.ts';

const dayMs = minutes(24 * 60);
/** Longer than commands are kept: without its row, an outbox that returns would have to explain all of them again. */
const outboxDays = 400;
/** An outbox that reported nothing for so long is not waited for. */
const awaitedDays = 30;

export const dropOldOutboxes = async ({ direct }: Database, now: Instant): Promise<void> =>
  void (await direct.delete(outboxes).where(lt(outboxes.reported_at, after(now, -outboxDays * dayMs))));

/** Of one outbox, whoever held the device: only it knows its id. */
const ofOutbox = (storeId: number, id: string) => and(eq(commands.store_id, storeId), eq(commands.device_id, id));

/**
 * Takes a report of an outbox. Returns up to which number its commands are explained; null: the outbox is another
 * person's.
 */
export async function takeReport(
  tx: Tx,
  { storeId, actor, at }: { readonly storeId: number; readonly actor: Actor; readonly at: Instant },
  { id, left, ...report }: OutboxReport & Pick<DeviceBalance, 'left'> & { readonly id: string },
): Promise<number | null> {
  const isOutbox = and(eq(outboxes.store_id, storeId), eq(outboxes.device_id, id));
  const [row] = await tx.select().from(outboxes).where(isOutbox).for('update');
  const owner = actor.deviceUserId ?? actor.userId;
  if (row && row.user_id !== owner) return null;
  const before = row ? knownOf(row) : null;
  const asked = numbersToExplain(before, report);
  const decided =
    asked.length === 0
      ? []
      : await tx
          .select({ seq: commands.seq })
          .from(commands)
          .where(and(ofOutbox(storeId, id), inArray(commands.seq, asked)));
  const { minted, held, rejected, missing } = outboxAfter(before, report, new Set(decided.flatMap((c) => c.seq ?? [])));
  const gaps = new Map(row?.missing.map((gap) => [gap.number, gap]));
  const found = missing.filter((number) => !gaps.has(number)).toSorted((a, b) => a - b);
  for (const gap of await gapsAround(tx, ofOutbox(storeId, id), found, at)) gaps.set(gap.number, gap);
  const next = {
    device: actor.device,
    minted,
    held: [...held],
    rejected: [...rejected],
    missing: missing.flatMap((number) => gaps.get(number) ?? []),
    review: report.rejected.length,
    left,
    reported_at: at,
  };
  await tx
    .insert(outboxes)
    .values({ store_id: storeId, device_id: id, user_id: owner, ...next })
    .onConflictDoUpdate({ target: [outboxes.store_id, outboxes.device_id], set: next });
  return minted;
}

const knownOf = ({ minted, held, rejected, missing }: typeof outboxes.$inferSelect): KnownOutbox => ({
  minted,
  held,
  rejected,
  missing: missing.map((gap) => gap.number),
});

/** New gaps, each with the time of the commands before and after it. `numbers`: rising. */
async function gapsAround(
  tx: Tx,
  own: ReturnType<typeof ofOutbox>,
  numbers: readonly number[],
  at: Instant,
): Promise<StoredGap[]> {
  const time = { at: commands.created_at };
  const found = isoFromInstant(at);
  // Those that follow one another have the same ones around them.
  const runs = numbers.reduce<number[][]>((known, number) => {
    const last = known.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else known.push([number]);
    return known;
  }, []);
  const gaps = runs.map(async (run): Promise<StoredGap[]> => {
    const before = and(own, lt(commands.seq, run[0] ?? 0));
    const behind = and(own, gt(commands.seq, run.at(-1) ?? 0));
    const [[from], [to]] = await Promise.all([
      tx.select(time).from(commands).where(before).orderBy(desc(commands.seq)).limit(1),
      tx.select(time).from(commands).where(behind).orderBy(asc(commands.seq)).limit(1),
    ]);
    const around = { from: from ? isoFromInstant(from.at) : null, to: to ? isoFromInstant(to.at) : null };
    return run.map((number) => ({ number, found, ...around }));
  });
  return (await Promise.all(gaps)).flat();
}

/** What the outboxes of a store made after `from`, or still hold from before. */
export async function readDevices(
  tx: Tx,
  storeId: number,
  { from, now }: { readonly from: Instant; readonly now: Instant },
): Promise<DeviceBalance[]> {
  const sent = await tx
    .select({
      id: commands.device_id,
      userId: max(commands.actor_id),
      confirmed: sql<number>`count(*)::integer`,
      sentAt: max(commands.created_at),
    })
    .from(commands)
    .where(and(eq(commands.store_id, storeId), gt(commands.created_at, from), isNotNull(commands.seq)))
    .groupBy(commands.device_id);
  const rows = await tx
    .select()
    .from(outboxes)
    .where(and(eq(outboxes.store_id, storeId), gte(outboxes.reported_at, after(now, -awaitedDays * dayMs))));
  const decided = await decidedSince(tx, storeId, rows);
  const names = await namesOf(tx, [...rows.map((r) => r.user_id), ...sent.flatMap((s) => s.userId ?? [])]);
  const nameOf = (id: number | null): string => (id === null ? '' : (names.get(id) ?? ''));
  const reported = rows.map((row): DeviceBalance => {
    const own = sent.find((s) => s.id === row.device_id);
    const open = (numbers: readonly number[]) => numbers.filter((n) => !decided.has(`${row.device_id} ${n}`));
    return {
      person: nameOf(row.user_id),
      device: deviceLabel(row.device),
      confirmed: own?.confirmed ?? 0,
      unsent: open([...row.held, ...row.rejected]).length,
      review: row.review,
      missing: row.missing.filter((gap) => isOfShift(gap, from) && open([gap.number]).length > 0).map(missingOf),
      heardAt: row.reported_at,
      sentAt: own?.sentAt ?? null,
      left: row.left,
    };
  });
  const silent = sent
    .filter((s) => !rows.some((row) => row.device_id === s.id))
    .map(({ userId, confirmed, sentAt }): DeviceBalance => ({
      person: nameOf(userId),
      device: null,
      confirmed,
      unsent: 0,
      review: 0,
      missing: [],
      heardAt: null,
      sentAt,
      left: false,
    }));
  return [...reported, ...silent]
    .filter((d) => d.confirmed + d.unsent + d.missing.length > 0 || (d.heardAt ?? 0) > from)
    .toSorted((a, b) => a.person.localeCompare(b.person, 'es'));
}

const isOfShift = ({ found }: StoredGap, from: Instant): boolean => (instantFromIso(found) ?? 0) > from;

const missingOf = ({ number, from, to, found }: StoredGap): MissingCommand => ({
  number,
  from: from === null ? null : instantFromIso(from),
  to: instantFromIso(to ?? found),
});

/** '{outbox} {number}' of those open numbers that the server has decided since the report. */
async function decidedSince(
  tx: Tx,
  storeId: number,
  rows: readonly (typeof outboxes.$inferSelect)[],
): Promise<ReadonlySet<string>> {
  const open = rows.flatMap(({ device_id, held, rejected, missing }) => {
    const numbers = [...held, ...rejected, ...missing.map((gap) => gap.number)];
    return numbers.length === 0 ? [] : [and(ofOutbox(storeId, device_id), inArray(commands.seq, numbers))];
  });
  if (open.length === 0) return new Set();
  const found = await tx
    .select({ id: commands.device_id, seq: commands.seq })
    .from(commands)
    .where(or(...open));
  return new Set(found.map(({ id, seq }) => `${id} ${seq}`));
}

async function namesOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await tx
    .select({ id: users.id, name: users.fullname })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(found.map(({ id, name }) => [id, name]));
}
