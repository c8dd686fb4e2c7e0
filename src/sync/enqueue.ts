import type { EnqueuePlan } from './store.ts';
import type { Entry, Snapshot } from './entry.ts';
import type { EntityKey, OutboxRead } from './store.ts';

/** The register that a command compares: its revision, and the value that a person can see of it. */
export interface Register {
  readonly rev: number;
  readonly seen: string;
}

export interface EnqueueRequest {
  readonly cmdId: string;
  readonly actor: number;
  readonly deviceId: string;
  readonly type: string;
  readonly lane: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly body: unknown;
  /** What the person saw. */
  readonly seen: string | null;
  /** Reads the register from a snapshot; null for commands that compare nothing. */
  readonly register: ((body: unknown) => Register) | null;
  /** The snapshot that the screen showed at the tap; null while only this device knows the thing. */
  readonly shown: Snapshot | null;
  /** The last of the person's own commands that the screen showed on top of it. */
  readonly shownAfter: string | null;
  /** Whether this command may depend on that one. */
  readonly canBeParent: (entry: Entry) => boolean;
  /** Tapped on this very screen, though perhaps too short a moment ago to be painted. */
  /** Another entity that has to exist first. */
  readonly needs: EntityKey | null;
  readonly isOwn: (entry: Entry) => boolean;
  /** An unsent command cancelled on this very screen, though perhaps too short a moment ago to be painted. */
  readonly cancelled: (cmdId: string) => Entry | undefined;
  /** This tab has sent it, though the disk may not know (it was full). */
  readonly wasSent: (entry: Entry) => boolean;
  /** Whether it is possible on top of these and changes something: the second half of a double tap does not. */
  readonly fits: (lane: readonly Entry[]) => boolean;
  readonly enqueuedAt: number;
  readonly ttlMs: number;
  readonly batchId: string | null;
  /** The next one of the same type stands for a predecessor that never left. */
  readonly replacesUnsent: boolean;
  /** True when, without that predecessor, nothing would be left to do (an undo before the first try). */
  readonly isNothingWithout: (predecessor: Entry) => boolean;
}

/**
 * Decides inside the enqueueing transaction what the disk will hold: each new command, or it instead of an unsent one, or
 * neither. Several requests of one call are on disk together or not at all (bulk).
 */
export function planEnqueue(disk: OutboxRead, requests: readonly EnqueueRequest[]): EnqueuePlan {
  const put: Entry[] = [];
  const remove: Entry[] = [];
  for (const request of requests) {
    const gone = new Set(remove.map((e) => e.seq));
    const lane = [...disk.lane(request.lane), ...put.filter((e) => e.lane === request.lane)]
      .filter((e) => !gone.has(e.seq))
      .toSorted((a, b) => a.seq - b.seq);
    const one = planOne(disk, lane, disk.nextSeq + put.length, request);
    if (one.remove) remove.push(one.remove);
    if (one.put) put.push(one.put);
  }
  const gone = new Set(remove.map((e) => e.seq));
  const lanes = new Set(requests.map((r) => r.lane));
  const beside = [...lanes].flatMap((lane) => disk.lane(lane)).filter((e) => !gone.has(e.seq));
  return { put: put.filter((e) => !gone.has(e.seq)), remove, beside, dismiss: [] };
}

function planOne(
  disk: OutboxRead,
  lane: readonly Entry[],
  seq: number,
  asked: EnqueueRequest,
): { put: Entry | null; remove: Entry | null } {
  const request = withoutCancelled(asked);
  const parents = lane.filter((e) => isAbout(e, request) && request.canBeParent(e));
  const last = parents.at(-1);
  const seenLast = last && (last.cmdId === request.shownAfter || request.isOwn(last)) ? last : null;
  const overtaken = (seenLast?.cmdId ?? request.shownAfter) !== asked.shownAfter;
  if (overtaken && !request.fits(lane)) return { put: null, remove: null };
  // Behind it nothing may wait: a delay that was right on what it leads to may be wrong on what was before.
  const replaceable =
    seenLast &&
    seenLast === lane.at(-1) &&
    request.replacesUnsent &&
    seenLast.type === request.type &&
    neverSent(seenLast) &&
    !request.wasSent(seenLast) &&
    isBuiltOn(seenLast, parents.at(-2))
      ? seenLast
      : null;
  if (replaceable && request.isNothingWithout(replaceable)) return { put: null, remove: replaceable };
  // Two steps may lead where one may not: then both are taken.
  const unsent = replaceable && request.fits(lane.filter((e) => e !== replaceable)) ? replaceable : null;
  const behind = unsent ? null : seenLast;
  return {
    remove: unsent,
    put: {
      seq,
      cmdId: request.cmdId,
      actor: request.actor,
      deviceId: request.deviceId,
      type: request.type,
      lane: request.lane,
      entityType: request.entityType,
      entityId: request.entityId,
      body: request.body,
      seen: unsent ? unsent.seen : request.seen,
      base: baseOf(disk, request, unsent, behind),
      dependsOn: unsent ? unsent.dependsOn : neededOf(lane, request),
      state: 'queued',
      attempts: 0,
      enqueuedAt: request.enqueuedAt,
      ttlMs: request.ttlMs,
      batchId: request.batchId,
      held: null,
      settling: null,
    },
  };
}

function baseOf(disk: OutboxRead, request: EnqueueRequest, unsent: Entry | null, behind: Entry | null): Entry['base'] {
  if (!request.register) return null;
  if (unsent) return unsent.base;
  return behind ? { after: behind.cmdId } : baseOn(disk, request, request.register);
}

/** A command built on a cancelled, never-sent command inherits that command's parent: the server never heard of it. */
function withoutCancelled(request: EnqueueRequest): EnqueueRequest {
  const gone = request.shownAfter === null ? undefined : request.cancelled(request.shownAfter);
  if (!gone) return request;
  const shownAfter = gone.base && 'after' in gone.base ? gone.base.after : null;
  // A command that compares nothing has nothing that a person saw.
  return withoutCancelled({ ...request, shownAfter, seen: request.seen === null ? null : gone.seen });
}

/** A lane may span entities; what a command compares is its own entity's. */
export const isAbout = (entry: Entry, { entityType, entityId }: Pick<Entry, 'entityType' | 'entityId'>): boolean =>
  entry.entityType === entityType && entry.entityId === entityId;

/** The pending command of the lane that brings about what this one needs. */
const neededOf = (lane: readonly Entry[], { needs, canBeParent }: EnqueueRequest): string | null =>
  needs === null
    ? null
    : (lane.findLast((e) => isAbout(e, { entityType: needs.type, entityId: needs.id }) && canBeParent(e))?.cmdId ??
      null);

/** Two tabs may have tapped at once: then the later one is not built on the one before it. */
const isBuiltOn = (entry: Entry, before: Entry | undefined): boolean =>
  before === undefined || (entry.base !== null && 'after' in entry.base && entry.base.after === before.cmdId);

/** Counted before it leaves: an entry without attempts is known to nobody else. */
export const neverSent = (entry: Entry): boolean =>
  entry.attempts === 0 && entry.settling === null && entry.state === 'queued';

/**
 * What the person built on. Another tab may have changed the disk since this screen was painted: if the newer snapshot
 * shows the same value that the person saw, its revision counts (one device alone is never refused, I9); otherwise the
 * base stays what the screen showed, and the server says what happened (no blind overwrite, I6).
 */
function baseOn(
  disk: OutboxRead,
  { shown, shownAfter, seen, entityType, entityId }: EnqueueRequest,
  register: (body: unknown) => Register,
): Entry['base'] {
  const stored = disk.snapshot({ type: entityType, id: entityId });
  const newest = stored && stored.ver > (shown?.ver ?? -1) ? register(stored.body) : null;
  if (newest?.seen === seen) return { rev: newest.rev };
  if (shownAfter !== null) return { after: shownAfter };
  return shown ? { rev: register(shown.body).rev } : null;
}
