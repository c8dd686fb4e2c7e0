import type { OfflineCommand } from './command.ts';
import type { EngineDeps, Request } from './engine-types.ts';
import type { Entry } from './entry.ts';
import { foldEntity } from './fold.ts';
import type { EnqueueRequest } from './enqueue.ts';
import type { Projection } from './projection.ts';

/** What the engine knows at the moment of a tap. */
export interface AtTap {
  readonly pending: readonly Entry[];
  /** Tapped on this screen and not yet settled, painted or not. */
  readonly tapped: ReadonlySet<string>;
  /** Unsent commands that a later tap of this screen stood for or undid. */
  readonly cancelled: ReadonlyMap<string, Entry>;
  readonly wasSent: (entry: Entry) => boolean;
  /** Engine time in ms. */
  readonly now: number;
}

/** A tap with everything that its enqueue has to know; throws for a command that nobody registered. */
export function completeRequest<B>(
  { batchId, ...request }: Request,
  commands: ReadonlyMap<string, OfflineCommand<B>>,
  projection: Projection<B>,
  { newId, actor, deviceId }: EngineDeps<B>,
  { pending, tapped, cancelled, wasSent, now }: AtTap,
): EnqueueRequest<B> {
  const command = commands.get(request.type);
  if (!command) throw new Error(`no command ${request.type}`);
  const canBeParent = (entry: Entry): boolean => commands.get(entry.type)?.canBeParent !== false;
  const known = () => projection.snapshot(request.entityType, request.entityId);
  return {
    ...request,
    cmdId: newId(),
    actor,
    deviceId,
    register: command.register,
    shown: known(),
    shownAfter: pending.findLast((e) => e.lane === request.lane && canBeParent(e))?.cmdId ?? null,
    canBeParent,
    wasSent,
    isOwn: (entry) => tapped.has(entry.cmdId),
    cancelled: (cmdId) => cancelled.get(cmdId),
    fits: (lane) => command.canApplyAgain(foldEntity(known(), lane, commands)?.body ?? null, request.body),
    enqueuedAt: now,
    ttlMs: command.ttlMs,
    batchId: batchId ?? null,
    replacesUnsent: command.replacesUnsent,
    isNothingWithout: (predecessor) => command.undoes(request.body, predecessor),
  };
}
