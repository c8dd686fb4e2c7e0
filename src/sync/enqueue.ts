import type { EnqueuePlan } from './store.ts';
import type { Entry, Request, Snapshot } from './entry.ts';
import type { EntityKey, OutboxRead } from './store.ts';

/** The register that a command compares: its revision, and its value as a person sees it. */
export interface Register {
  readonly rev: number;
  readonly seen: string;
}

/** A tap, completed with what the engine knows at that moment. */
export interface EnqueueRequest extends Omit<Request, 'batchId'>, Pick<Entry, 'batchId'> {
  readonly cmdId: string;
  readonly actor: number;
  readonly deviceId: string;
  readonly acting?: string | null;
  /** Reads the register from a snapshot; null for a command that compares nothing. */
  readonly register: ((body: unknown) => Register) | null;
  /** The snapshot on screen at the tap; null while only this device knows the entity. */
  readonly shown: Snapshot | null;
  /** The last of the person's own commands that the screen showed on top of it. */
  readonly shownAfter: string | null;
  /** Whether this command may depend on that one. */
  readonly canBeParent: (entry: Entry) => boolean;
  /** Another entity that must exist first. */
  readonly needs: EntityKey | null;
  /** Whether it was tapped on this screen and is not settled; it may not be rendered yet. */
  readonly isOwn: (entry: Entry) => boolean;
  /** The never-sent command with this id that this screen cancelled, rendered or not. */
  readonly cancelled: (cmdId: string) => Entry | undefined;
  /** Whether this tab has sent it; the disk may not know (it was full). */
  readonly wasSent: (entry: Entry) => boolean;
  /**
   * Whether the command is possible on top of these commands and changes something. The second half of a double tap is
   * not.
   */
  readonly fits: (lane: readonly Entry[]) => boolean;
  readonly enqueuedAt: number;
  readonly ttlMs: number;
  /** Whether it replaces a never-sent predecessor of the same type. */
  readonly replacesUnsent: boolean;
  /**
   * True when this command cancels out that predecessor, so nothing remains to be done (an undo before the first try).
   */
  readonly isNothingWithout: (predecessor: Entry) => boolean;
}

/**
 * Plans the enqueueing transaction: each request adds a command, replaces a never-sent one, or removes one without a
 * replacement. The commands of several requests are stored together or not at all (bulk).
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
  // Only the last of its lane can be replaced: a command behind it, such as a delay, may be wrong on any other state.
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
  // One step may be forbidden where the two steps are allowed; then both are kept.
  const unsent = replaceable && request.fits(lane.filter((e) => e !== replaceable)) ? replaceable : null;
  const behind = unsent ? null : seenLast;
  return {
    remove: unsent,
    put: {
      seq,
      cmdId: request.cmdId,
      actor: request.actor,
      deviceId: request.deviceId,
      acting: request.acting ?? null,
      authorised: request.authorised ?? null,
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

/** A command built on a cancelled, never-sent command inherits that command's parent: the server never received it. */
function withoutCancelled(request: EnqueueRequest): EnqueueRequest {
  const gone = request.shownAfter === null ? undefined : request.cancelled(request.shownAfter);
  if (!gone) return request;
  const shownAfter = gone.base && 'after' in gone.base ? gone.base.after : null;
  // A command that compares nothing has no seen value.
  return withoutCancelled({ ...request, shownAfter, seen: request.seen === null ? null : gone.seen });
}

/** A lane may span entities, but a command compares the register of its own entity. */
export const isAbout = (entry: Entry, { entityType, entityId }: Pick<Entry, 'entityType' | 'entityId'>): boolean =>
  entry.entityType === entityType && entry.entityId === entityId;

/** The pending command of the lane that creates the needed entity. */
const neededOf = (lane: readonly Entry[], { needs, canBeParent }: EnqueueRequest): string | null =>
  needs === null
    ? null
    : (lane.findLast((e) => isAbout(e, { entityType: needs.type, entityId: needs.id }) && canBeParent(e))?.cmdId ??
      null);

/** Two tabs may have tapped at once: then the later command is not built on the one before it. */
const isBuiltOn = (entry: Entry, before: Entry | undefined): boolean =>
  before === undefined || (entry.base !== null && 'after' in entry.base && entry.base.after === before.cmdId);

/** Attempts are counted before sending, so no other party knows an entry without attempts. */
export const neverSent = (entry: Entry): boolean =>
  entry.attempts === 0 && entry.settling === null && entry.state === 'queued';

/**
 * The base of the command. Another tab may have changed the disk since this screen was rendered. If the newer snapshot
 * shows the value that the person saw, its revision is the base (one device alone is never refused, I9); otherwise the
 * base stays that of the screen, and the server decides (no blind overwrite, I6).
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
