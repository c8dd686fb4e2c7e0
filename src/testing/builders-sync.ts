import type { OfflineCommand, SendContext } from '#sync/command.ts';
import { defineCommand } from '#sync/command.ts';
import { defineEntity } from '#sync/entity.ts';
import type { Entry, SendOutcome, RejectedCommand, Snapshot } from '#sync/entry.ts';

/** A queued status change before its first attempt. Its id is `c` + seq, and it has its own lane. */
export const buildEntry = (seq: number, lane = `thing:${seq}`, more: Partial<Entry> = {}): Entry => ({
  seq,
  cmdId: `c${seq}`,
  actor: 1,
  deviceId: 'd',
  type: thingCommand,
  lane,
  entityType: 'thing',
  entityId: lane.slice('thing:'.length),
  body: { to: 'ACCEPTED' },
  seen: 'PENDING',
  base: { rev: 1 },
  state: 'queued',
  attempts: 0,
  enqueuedAt: 0,
  ttlMs: 60_000,
  batchId: null,
  dependsOn: null,
  held: null,
  settling: null,
  ...more,
});

/** The entity of the engine's tests: a status and its revision. */
export interface Thing {
  readonly status: string;
  readonly rev: number;
}

export const thingCommand = 'thing.status/2';
const thingTtlMs = 12 * 60 * 60_000;

export const thingType = defineEntity<Thing>('thing');

/** A snapshot of the server; the status revision is its version. */
export const buildThing = (status: string, ver: number, id = 'a'): Snapshot =>
  thingType.snapshot(id, ver, { status, rev: ver });

export const isThingBody = (body: unknown): body is { to: string } =>
  typeof body === 'object' && body !== null && 'to' in body && typeof body.to === 'string';

/** Converts version 1's body, `{ status }`; throws on anything else. */
function modernThing(body: unknown): unknown {
  if (typeof body === 'object' && body !== null && 'status' in body) return { to: body.status };
  throw new TypeError('no body of version 1');
}

type Send = (args: { readonly to: string }, context: SendContext<Thing>) => Promise<SendOutcome>;

/** 'thing.status/2', which also reads version 1. Like an order's status, it has no transition out of COMPLETE. */
export const thingCommands = (
  send: Send,
  more: { readonly ttlMs?: number; readonly apply?: (to: string) => void } = {},
): readonly OfflineCommand[] =>
  defineCommand<{ to: string }, Thing, Send>({
    name: thingCommand,
    entity: thingType,
    earlier: { 'thing.status/1': modernThing },
    is: isThingBody,
    ttlMs: more.ttlMs ?? thingTtlMs,
    register: ({ rev, status }) => ({ rev, seen: status }),
    replacesUnsent: true,
    undoes: ({ to }, predecessor) => predecessor.seen === to,
    apply: (thing, { to }) => {
      more.apply?.(to);
      return thing && { ...thing, status: to };
    },
    canApplyAgain: (thing, { to }) => thing !== null && thing.status !== 'COMPLETE' && thing.status !== to,
    call: (args, context, call) => call(args, context),
    texts: ({ to }) => ({ title: () => to, notApplied: `${to} no se aplicó.`, creates: false }),
  }).on(send);

export const applied = (status: string, ver: number, id = 'a'): SendOutcome => ({
  kind: 'applied',
  snapshots: [buildThing(status, ver, id)],
});

export const unanswered: SendOutcome = { kind: 'unknown', retryAfterMs: null, fault: false };
/** A 5xx answer. */
export const serverFault: SendOutcome = { kind: 'unknown', retryAfterMs: null, fault: true };

type Why = Pick<RejectedCommand, 'code' | 'message' | 'found' | 'by' | 'at'>;

/** A refusal with only a code, as when the server is asked only for a command's outcome. */
export const refusedOutcome = (code: string, why: Partial<Why> = {}, ...snapshots: Snapshot[]): SendOutcome => ({
  kind: 'refused',
  code,
  message: '',
  found: null,
  by: null,
  at: null,
  snapshots,
  ...why,
});

/** A conflict: Ana's change came first. */
export const conflict = (status: string, ver: number, id = 'a'): SendOutcome =>
  refusedOutcome(
    'conflict',
    {
      message: 'El pedido fue modificado desde otro dispositivo.',
      found: status,
      by: 'Ana',
      at: '2026-11-21T23:14:00.000Z',
    },
    buildThing(status, ver, id),
  );
