import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from './query-client.ts';
import { reread } from './reread.ts';

const queryKey = ['read again'];
const pauses: (() => void)[] = [];
/** What the server has; a read takes it along when it begins. */
let state = 'before';
let stop = (): void => {};

const read = async (): Promise<string> => {
  const answer = state;
  await new Promise<void>((resolve) => pauses.push(resolve));
  return answer;
};

const shown = (): string | undefined => queryClient.getQueryData<string>(queryKey);

function show(): void {
  stop = new QueryObserver(queryClient, { queryKey, queryFn: read }).subscribe(() => {});
}

afterEach(() => {
  stop();
  queryClient.clear();
  pauses.length = 0;
  state = 'before';
});

it('a change during the first load is shown, although that load had read before it', async () => {
  show();
  const first = queryClient.ensureQueryData({ queryKey, queryFn: read });
  state = 'after';
  const done = reread({ queryKey });
  expect(pauses).toHaveLength(2);
  for (const go of pauses) go();
  await done;
  expect(shown()).toBe('after');
  // Whoever waited for the first load gets the newer answer.
  expect(await first).toBe('after');
});

it('what is known is read again; what nobody shows waits for its next opening', async () => {
  queryClient.setQueryData(queryKey, 'before');
  await reread({ queryKey });
  expect([pauses.length, queryClient.getQueryState(queryKey)?.isInvalidated]).toEqual([0, true]);
  show();
  state = 'after';
  const done = reread({ queryKey });
  for (const go of pauses) go();
  await done;
  expect(shown()).toBe('after');
});
