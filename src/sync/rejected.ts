import type { OfflineCommand } from './command.ts';
import type { EngineEffect } from './core-state.ts';
import type { Request } from './entry.ts';
import type { RejectedCommand } from './entry.ts';
import type { StoredCommands } from './store.ts';

/** The rejected list on disk, plus rejections of this tab that are not yet written, minus those dismissed here. */
export function rejectedOnDisk(
  stored: readonly RejectedCommand[],
  shown: readonly RejectedCommand[],
  { settling, dismissing }: { readonly settling: ReadonlySet<string>; readonly dismissing: ReadonlySet<string> },
): RejectedCommand[] {
  const rejectedIds = new Set(stored.map((r) => r.entry.cmdId));
  return [
    ...stored.filter((r) => !dismissing.has(r.entry.cmdId)),
    ...shown.filter((r) => settling.has(r.entry.cmdId) && !rejectedIds.has(r.entry.cmdId)),
  ];
}

/** Adds the rejections of the effects; returns the same array when there are none. */
export function rejectedAfter(
  rejected: readonly RejectedCommand[],
  effects: readonly EngineEffect[],
): readonly RejectedCommand[] {
  const added = effects.flatMap((e) => (e.kind === 'reject' || e.kind === 'expired' ? e.items : []));
  if (added.length === 0) return rejected;
  const rejectedIds = new Set(rejected.map((r) => r.entry.cmdId));
  return [...rejected, ...added.filter((i) => !rejectedIds.has(i.entry.cmdId))];
}

export const rejectedWithout = (
  rejected: readonly RejectedCommand[],
  cmdIds: readonly string[],
): readonly RejectedCommand[] => rejected.filter((r) => !cmdIds.includes(r.entry.cmdId));

/** Whether both hold the same commands, as far as another tab may change them. */
export function areSameCommands(a: StoredCommands, b: StoredCommands): boolean {
  const gist = ({ entries, rejected }: StoredCommands): string =>
    JSON.stringify([
      entries.map(({ cmdId, settling, held }) => [cmdId, settling, held]),
      rejected.map(({ entry }) => entry.cmdId).toSorted(),
    ]);
  return gist(a) === gist(b);
}

/** "Aplicar igual": the same command again, on the body that the screen shows `now`. */
export function againRequest({ entry }: RejectedCommand, command: OfflineCommand | undefined, now: unknown): Request {
  const { type, lane, entityType, entityId, body } = entry;
  const seen = command?.register && now !== null ? command.register(now).seen : null;
  return { type, lane, entityType, entityId, body, seen };
}
