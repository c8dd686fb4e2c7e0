import type { Command } from './command.ts';
import type { Effect } from './core.ts';
import type { Request } from './engine-types.ts';
import type { Entry, ReviewItem } from './entry.ts';

/** The tray as it is on disk, with what was refused here and is on its way there, less what was read here. */
export function trayOnDisk(
  stored: readonly ReviewItem[],
  shown: readonly ReviewItem[],
  { settling, dismissing }: { readonly settling: ReadonlySet<string>; readonly dismissing: ReadonlySet<string> },
): ReviewItem[] {
  const inTray = new Set(stored.map((r) => r.entry.cmdId));
  return [
    ...stored.filter((r) => !dismissing.has(r.entry.cmdId)),
    ...shown.filter((r) => settling.has(r.entry.cmdId) && !inTray.has(r.entry.cmdId)),
  ];
}

/** The same array when none of the effects put anything into it. */
export function trayAfter<B>(review: readonly ReviewItem[], effects: readonly Effect<B>[]): readonly ReviewItem[] {
  const added = effects.flatMap((e) => (e.kind === 'reject' || e.kind === 'expired' ? e.items : []));
  if (added.length === 0) return review;
  const inTray = new Set(review.map((r) => r.entry.cmdId));
  return [...review, ...added.filter((i) => !inTray.has(i.entry.cmdId))];
}

export const idsOf = (entries: readonly Pick<Entry, 'cmdId'>[]): string[] => entries.map((e) => e.cmdId);

export const trayWithout = (review: readonly ReviewItem[], cmdIds: readonly string[]): readonly ReviewItem[] =>
  review.filter((r) => !cmdIds.includes(r.entry.cmdId));

/** "Aplicar igual": the same once more, on what is shown `now`. */
export function againRequest<B>({ entry }: ReviewItem, command: Command<B> | undefined, now: B | null): Request {
  const { type, lane, entityType, entityId, body } = entry;
  const seen = command?.register && now !== null ? command.register(now).seen : null;
  return { type, lane, entityType, entityId, body, seen };
}
