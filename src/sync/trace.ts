import type { EngineEffect, Input } from './core-state.ts';
import type { Entry, RejectedCommand, SendOutcome } from './entry.ts';

/**
 * One line of the engine's trace. It holds names, ids, sequence numbers, states, codes and engine times, never the body
 * of a command, an entity, or anything that a person typed.
 */
export interface TraceLine {
  /** Engine time in ms. */
  readonly at: number;
  readonly text: string;
}

const named = ({ seq, type }: Entry): string => `#${seq} ${type}`;

const all = (entries: readonly Entry[]): string => entries.map(named).join(', ');

const refused = (items: readonly RejectedCommand[]): string =>
  items.map(({ entry, kind, code }) => `${named(entry)} ${kind} ${code}`).join(', ');

function outcomeText(outcome: SendOutcome): string {
  switch (outcome.kind) {
    case 'applied':
    case 'unreadable':
      return outcome.kind;
    case 'refused':
      return `refused ${outcome.code}`;
    case 'auth':
      return `auth, token ${outcome.generation}`;
    case 'unknown':
      return `unknown${outcome.fault ? ', 5xx' : ''}${outcome.retryAfterMs === null ? '' : `, retry after ${outcome.retryAfterMs} ms`}`;
  }
}

/** Null for frequent inputs without information. */
export function inputText(input: Input, known: readonly Entry[]): string | null {
  switch (input.kind) {
    case 'tick':
      return null;
    case 'disk':
      return `disk: ${input.entries.length} in the outbox`;
    case 'enqueued':
      return `enqueued ${input.put.map((e) => `${named(e)} ${e.entityType}:${e.entityId} in ${e.lane}`).join(', ') || 'nothing'}`;
    case 'leader':
      return input.leads ? 'this tab sends' : 'another tab sends';
    case 'wake':
      return 'wake';
    case 'network':
      return input.up ? 'network up' : 'network down';
    case 'token':
      return `token ${input.generation}`;
    case 'expired':
      return `disk ${input.agreed ? 'agrees' : 'does not agree'}: ${refused(input.items)}`;
    case 'answer': {
      const entry = known.find((e) => e.cmdId === input.cmdId);
      return `answer ${entry ? named(entry) : input.cmdId}: ${outcomeText(input.outcome)}`;
    }
  }
}

export function effectText(effect: EngineEffect): string | null {
  switch (effect.kind) {
    case 'wake-in':
    case 'expired':
      return null;
    case 'send':
      return `send ${named(effect.entry)} ${effect.entry.cmdId}, try ${effect.entry.attempts}`;
    case 'save':
      return `save ${effect.entries.map((e) => `${named(e)} ${e.held ?? e.settling ?? e.state}`).join(', ')}`;
    case 'ack':
      return `ack ${named(effect.entry)}`;
    case 'reject':
      return `reject ${refused(effect.items)}${effect.dropped.length > 0 ? `; dropped ${all(effect.dropped)}` : ''}`;
    case 'expire':
      return `too old: ${refused(effect.items)}`;
    case 'renew-token':
      return `renew token ${effect.generation}`;
  }
}
