import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onMessage, tellMessage } from './messages.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 23) }));
afterEach(() => void vi.useRealTimers());

it('a message that comes before anything listens waits for it', () => {
  tellMessage({ text: 'Temprano' });
  const heard: unknown[] = [];
  for (const _each of ['first', 'second']) onMessage((message) => heard.push(message))();
  expect(heard).toEqual([{ text: 'Temprano' }]);
});

describe('a message of the store (R-03)', () => {
  const told = (payload: unknown): unknown[] => {
    const heard: unknown[] = [];
    const stop = onMessage((message) => heard.push(message));
    tellMessage(payload);
    stop();
    tellMessage(payload);
    return heard;
  };

  it.each([
    [{ text: 'Hola', level: 'info' }],
    [{ title: 'Aviso', text: 'Hola', level: 'warning', at: '2026-11-20T22:55:00.000Z' }],
  ])('%j is told, once', (payload) => expect(told(payload)).toEqual([payload]));

  it.each([
    [null],
    ['Hola'],
    [{}],
    [{ text: ' ' }],
    [{ text: 7 }],
    [{ text: 'x', level: 'panic' }],
    [{ text: 'x', title: 7 }],
  ])('%j is none of ours', (payload) => expect(told(payload)).toEqual([]));

  it('what was urgent a quarter of an hour ago is not told', () =>
    expect(told({ text: 'Hola', level: 'info', at: '2026-11-20T22:45:00.000Z' })).toEqual([]));
});
