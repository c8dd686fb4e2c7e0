import { isObject } from '#domain/unknown.ts';
import { create } from 'zustand';
import { tabRecord } from '#platform/tab-record.ts';
import type { EngineDeps } from '#sync/engine-types.ts';
import type { TraceLine } from '#sync/trace.ts';
import { effectText, inputText } from '#sync/trace.ts';

/** Lines to keep: enough for a busy quarter of an hour, and few enough to read. */
const kept = 400;

const isLine = (value: unknown): value is TraceLine =>
  isObject(value) && typeof value['at'] === 'number' && typeof value['text'] === 'string';

const record = tabRecord<readonly TraceLine[]>(
  'trace',
  (value): value is readonly TraceLine[] => Array.isArray(value) && value.every(isLine),
);

const useLines = create<{ readonly lines: readonly TraceLine[] }>()(() => ({ lines: record.read() ?? [] }));

/**
 * Adds the engine's inputs and effects to the trace, newest last, and drops the oldest lines. The trace survives a reload
 * of the tab.
 */
export const noteStep: NonNullable<EngineDeps['onStep']> = (at, input, effects, before) => {
  const texts = [inputText(input, before), ...effects.map(effectText)].filter((text) => text !== null);
  // Consecutive wakes produce the same line: keep one.
  const { lines } = useLines.getState();
  if (texts.every((text) => text === lines.at(-1)?.text)) return;
  useLines.setState({ lines: [...lines, ...texts.map((text) => ({ at, text }))].slice(-kept) });
};

/** Saves the lines before the page goes away, so that they survive a reload of the tab. */
export const keepTrace = (): void => record.write(useLines.getState().lines);

export const useTrace = (): readonly TraceLine[] => useLines((s) => s.lines);

/** '12:03.456 send #4 order.status/1 …', one line per step: minutes, seconds and milliseconds of engine time. */
export const traceText = (all: readonly TraceLine[]): string =>
  all.map(({ at, text }) => `${clock(at)} ${text}`).join('\n');

function clock(at: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const ms = Math.floor(at);
  return `${Math.floor(ms / 60_000)}:${two(Math.floor(ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, '0')}`;
}
