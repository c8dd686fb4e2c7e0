import type { OfflineCommand } from './command.ts';
import type { EngineDeps } from './engine-types.ts';
import type { Entry, Request } from './entry.ts';
import { foldEntity } from './fold.ts';
import type { EnqueueRequest } from './enqueue.ts';
import { isAbout } from './enqueue.ts';
import type { Projection } from './projection.ts';

/** The engine's state at the moment of a tap. */
export interface AtTap {
  readonly pending: readonly Entry[];
  /** Commands tapped on this screen and not yet settled, rendered or not. */
  readonly tapped: ReadonlySet<string>;
  /** Never-sent commands that a later tap or a discard removed. */
  readonly cancelled: ReadonlyMap<string, Entry>;
  readonly wasSent: (entry: Entry) => boolean;
  /** Engine time in ms. */
  readonly now: number;
}

/** Releases a command that an older version of the app could not read and this one can. */
export function released(entry: Entry, commands: ReadonlyMap<string, OfflineCommand>): Entry {
  const known = commands.get(entry.type)?.isReadable(entry.body) === true;
  return known && entry.held === 'unreadable' ? { ...entry, held: null } : entry;
}

/** Completes a tap for enqueueing. Throws for an unregistered command or unreadable arguments. */
export function completeRequest(
  { batchId, ...request }: Request,
  commands: ReadonlyMap<string, OfflineCommand>,
  projection: Projection,
  { newId, actor, deviceId, acting }: EngineDeps,
  { pending, tapped, cancelled, wasSent, now }: AtTap,
): EnqueueRequest {
  const command = commands.get(request.type);
  if (!command) throw new Error(`no command ${request.type}`);
  if (!command.isReadable(request.body)) throw new Error(`not the arguments of ${request.type}`);
  const canBeParent = (entry: Entry): boolean => commands.get(entry.type)?.canBeParent !== false;
  const own = pending.filter((e) => isAbout(e, request));
  // A pending command of this entity may be in a shared lane; join it there, so nothing overtakes.
  const lane = own.at(-1)?.lane ?? request.lane;
  const known = () => projection.snapshot(request.entityType, request.entityId);
  return {
    ...request,
    lane,
    needs: command.needs(request.body),
    cmdId: newId(),
    actor,
    deviceId,
    acting: acting?.() ?? null,
    register: command.register,
    shown: known(),
    shownAfter: own.findLast(canBeParent)?.cmdId ?? null,
    canBeParent,
    wasSent,
    isOwn: (entry) => tapped.has(entry.cmdId),
    cancelled: (cmdId) => cancelled.get(cmdId),
    fits: (entries) => {
      const before = entries.filter((e) => isAbout(e, request));
      return command.canApplyAgain(foldEntity(known(), before, commands)?.body ?? null, request.body);
    },
    enqueuedAt: now,
    ttlMs: command.ttlMs,
    batchId: batchId ?? null,
    replacesUnsent: command.replacesUnsent,
    isNothingWithout: (predecessor) => command.undoes(request.body, predecessor),
  };
}
