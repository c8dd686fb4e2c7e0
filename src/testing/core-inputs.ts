import { refusedOutcome, unanswered } from './builders-sync.ts';
import type { CoreState, EngineEffect, Input } from '#sync/core-state.ts';
import { initialState } from '#sync/core-state.ts';
import { step } from '#sync/core.ts';
import type { Entry, RejectedCommand, SendOutcome } from '#sync/entry.ts';

/** Runs inputs one after another and collects all effects. */
export function run(
  inputs: readonly Input[],
  from: CoreState = initialState,
): { state: CoreState; effects: EngineEffect[] } {
  const effects: EngineEffect[] = [];
  let state = from;
  for (const input of inputs) {
    const next = step(state, input);
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}

export const sent = (effects: readonly EngineEffect[]): string[] =>
  effects.flatMap((e) => (e.kind === 'send' ? [e.entry.cmdId] : []));
/** [cmdId, kind, code] of each rejected command. */
export const rejected = (effects: readonly EngineEffect[]): string[][] =>
  effects.flatMap((e) =>
    e.kind === 'reject' || e.kind === 'expire' ? e.items.map((i) => [i.entry.cmdId, i.kind, i.code]) : [],
  );
/** The items that the disk is asked to move to the rejected list. */
export const expiring = (effects: readonly EngineEffect[]): RejectedCommand[] =>
  effects.flatMap((e) => (e.kind === 'expire' ? e.items : []));
export const dropped = (effects: readonly EngineEffect[]): string[] =>
  effects.flatMap((e) => (e.kind === 'reject' ? e.dropped.map((d) => d.cmdId) : []));
export const queue = (state: CoreState): string[] => state.entries.map((e) => e.cmdId);

export const lead: Input = { kind: 'leader', leads: true };
export const disk = (...entries: Entry[]): Input => ({ kind: 'disk', entries });
export const tick = (now: number): Input => ({ kind: 'tick', now });
export const answerInput = (cmdId: string, outcome: SendOutcome): Input => ({
  kind: 'answer',
  cmdId,
  outcome,
  jitter: 0.5,
});
export const appliedInput = (cmdId: string): Input => answerInput(cmdId, { kind: 'applied', snapshots: [] });
export const unknown = (cmdId: string): Input => answerInput(cmdId, unanswered);
export const refused = (cmdId: string, code = 'conflict'): Input => answerInput(cmdId, refusedOutcome(code));
export const unauthorised = (cmdId: string, generation: number): Input =>
  answerInput(cmdId, { kind: 'auth', generation });

export const minute = 60_000;
export const oneLane = 'thing:a';
