import { describe, expect, it } from 'vitest';
import { applied, buildEntry, conflict, serverFault } from '#testing/builders-sync.ts';
import { initialState } from './core-state.ts';
import { step } from './core.ts';
import { effectText, inputText } from './trace.ts';

const secret = 'Lucía Pérez, +541123456789';
const entry = buildEntry(4, 'thing:a', { body: { to: 'ACCEPTED', description: secret }, seen: secret });

describe('a line of the trace', () => {
  it.each([
    [{ kind: 'disk', entries: [entry] }, 'disk: 1 in the outbox'],
    [{ kind: 'enqueued', put: [entry], entries: [entry] }, 'enqueued #4 thing.status/2 thing:a in thing:a'],
    [{ kind: 'leader', leads: true }, 'this tab sends'],
    [{ kind: 'network', up: false }, 'network down'],
    [{ kind: 'tick', now: 5 }, null],
    [{ kind: 'answer', cmdId: 'c4', outcome: applied('ACCEPTED', 2), jitter: 0 }, 'answer #4 thing.status/2: applied'],
    [
      { kind: 'answer', cmdId: 'c4', outcome: conflict('COMPLETE', 2), jitter: 0 },
      'answer #4 thing.status/2: refused conflict',
    ],
    [{ kind: 'answer', cmdId: 'c9', outcome: serverFault, jitter: 0 }, 'answer c9: unknown, 5xx'],
  ] as const)('%o', (input, text) => {
    expect(inputText(input, [entry])).toBe(text);
  });

  it('tells what the reducer asked for, and nothing of what people typed or are called', () => {
    const leading = step(initialState, { kind: 'leader', leads: true }).state;
    const sent = step(leading, { kind: 'disk', entries: [entry] });
    const texts = sent.effects.map(effectText);
    expect(texts).toContain('send #4 thing.status/2 c4, try 1');
    const refused = step(sent.state, { kind: 'answer', cmdId: 'c4', outcome: conflict('COMPLETE', 2), jitter: 0 });
    const more = refused.effects.map(effectText);
    expect(more).toContain('reject #4 thing.status/2 refused conflict');
    for (const text of [...texts, ...more]) expect(text ?? '').not.toMatch(/Lucía|Pérez|Ana|54112/);
  });
});
