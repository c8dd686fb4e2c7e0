import type { OfflineCommand } from '#sync/command.ts';
import { Engine } from '#sync/engine.ts';
import type { Request } from '#sync/entry.ts';
import type { Entry, SendOutcome } from '#sync/entry.ts';
import { buildThing, unanswered, thingCommand, thingCommands, thingType } from './builders-sync.ts';
import { MemoryOutbox } from './memory-outbox.ts';

export interface Call {
  readonly to: string;
  readonly key: string;
  readonly base: Entry['base'];
  readonly settleOnly: boolean;
  readonly ageMs: number;
  answer(outcome: SendOutcome): Promise<void>;
}

interface Options {
  readonly disk?: MemoryOutbox;
  /** Replaces 'thing.status/2'. */
  readonly commands?: readonly OfflineCommand[];
  readonly ttlMs?: number;
  readonly applying?: (to: string) => void;
  /** Prefix of this tab's command ids. */
  readonly tab?: string;
}

/** Runs microtasks until every promise that can settle has settled. */
export const flush = async (): Promise<void> => {
  for (let i = 0; i < 100; i += 1) await Promise.resolve();
};

/** An engine (a tab) with a manual network, clock and timers. An aborted call counts as no answer. */
export function engineWorld({ disk = new MemoryOutbox(), tab = 'c', ...options }: Options = {}) {
  const calls: Call[] = [];
  const timers = new Set<{ at: number; wake: () => void }>();
  const diskErrors: unknown[] = [];
  const renewals: number[] = [];
  let now = 0;
  let ids = 0;
  let nudges = 0;
  let diskWorks = true;
  const send: Parameters<typeof thingCommands>[0] = (body, { idempotencyKey: key, base, settleOnly, ageMs, signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(unanswered));
      calls.push({
        to: body.to,
        key,
        base,
        settleOnly,
        ageMs,
        answer: async (outcome) => {
          resolve(outcome);
          await flush();
        },
      });
    });
  const engine = new Engine({
    store: disk,
    commands: options.commands ?? thingCommands(send, { ttlMs: options.ttlMs, apply: options.applying }),
    actor: 1,
    deviceId: 'd',
    now: () => now,
    jitter: () => 0.5,
    newId: () => `${tab}${(ids += 1)}`,
    wakeIn: (ms, wake) => {
      const timer = { at: now + ms, wake };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    writeTimeoutMs: 15_000,
    renewToken: (generation) => renewals.push(generation),
    nudge: () => (nudges += 1),
    onDisk: (error) => {
      diskWorks = error === null;
      if (error !== null) diskErrors.push(error);
    },
  });
  const shown = (id = 'a'): string | undefined => thingType.shown(engine.getView()).get(id)?.body.status;
  const request = (to: string, id = 'a'): Request => ({
    type: thingCommand,
    lane: `thing:${id}`,
    entityType: 'thing',
    entityId: id,
    body: { to },
    seen: shown(id) ?? null,
  });

  return {
    engine,
    disk,
    calls,
    diskErrors,
    renewals,
    shown,
    nudges: () => nudges,
    diskWorks: () => diskWorks,
    sync: (id = 'a') => thingType.shown(engine.getView()).get(id)?.sync,
    pending: () => engine.getView().pending.map((e) => e.cmdId),
    rejected: () => engine.getView().rejected.map((r) => r.entry.cmdId),
    entry: (cmdId: string) => engine.getView().pending.find((e) => e.cmdId === cmdId),
    /** The last call of this command; throws without one. */
    call: (key: string): Call => {
      const call = calls.findLast((c) => c.key === key);
      if (!call) throw new Error(`${key} was not sent`);
      return call;
    },
    request,
    tap: async (to: string, id = 'a'): Promise<string> => {
      const cmdId = await engine.enqueue(request(to, id));
      await flush();
      return cmdId ?? 'undone';
    },
    learn: (...snapshots: readonly ReturnType<typeof buildThing>[]) =>
      engine.merge({ snapshots, removed: [], cursor: null }),
    /** Advances the clock; every due timer fires at its time. */
    pass: async (ms: number): Promise<void> => {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter((t) => t.at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers.delete(due);
        now = Math.max(now, due.at);
        due.wake();
        await flush();
      }
      now = end;
      engine.tick();
      await flush();
    },
    /** Advances the clock without firing timers, as in a sleeping page. */
    sleep: (ms: number): void => {
      now += ms;
    },
  };
}

/** A started, sending tab. With an empty disk, the server has confirmed `a` as PENDING. */
export async function startedWorld(options: Options = {}) {
  const world = engineWorld(options);
  await world.engine.start();
  if (!options.disk) await world.learn(buildThing('PENDING', 1));
  await world.engine.lead(true);
  await flush();
  return world;
}
