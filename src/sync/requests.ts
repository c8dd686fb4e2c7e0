import type { Command } from './command.ts';
import type { EngineDeps, Request } from './engine-types.ts';
import type { Entry } from './entry.ts';
import { foldEntity } from './fold.ts';
import type { MintRequest } from './mint.ts';
import type { Projection } from './projection.ts';

/** What the engine knows at the moment of a tap. */
export interface AtTap {
  readonly pending: readonly Entry[];
  /** Tapped on this screen and not yet settled, painted or not. */
  readonly tapped: ReadonlySet<string>;
  /** Unsent commands that a later tap of this screen stood for or undid. */
  readonly takenBack: ReadonlyMap<string, Entry>;
  readonly hasLeft: (entry: Entry) => boolean;
  /** Lived ms. */
  readonly now: number;
}

/** A tap with everything that its mint has to know; throws for a command that nobody registered. */
export function completeRequest<B>(
  { batchId, ...request }: Request,
  commands: ReadonlyMap<string, Command<B>>,
  projection: Projection<B>,
  { newId, actor, deviceId }: EngineDeps<B>,
  { pending, tapped, takenBack, hasLeft, now }: AtTap,
): MintRequest<B> {
  const command = commands.get(request.type);
  if (!command) throw new Error(`no command ${request.type}`);
  const isBasis = (entry: Entry): boolean => commands.get(entry.type)?.isBasis !== false;
  const known = () => projection.snapshot(request.entityType, request.entityId);
  return {
    ...request,
    cmdId: newId(),
    actor,
    deviceId,
    register: command.register,
    shown: known(),
    shownAfter: pending.findLast((e) => e.lane === request.lane && isBasis(e))?.cmdId ?? null,
    isBasis,
    hasLeft,
    isOwn: (entry) => tapped.has(entry.cmdId),
    takenBack: (cmdId) => takenBack.get(cmdId),
    fits: (lane) => command.canApplyAgain(foldEntity(known(), lane, commands)?.body ?? null, request.body),
    bornAt: now,
    ttlMs: command.ttlMs,
    batchId: batchId ?? null,
    replacesUnsent: command.replacesUnsent,
    isNothingWithout: (predecessor) => command.undoes(request.body, predecessor),
  };
}
