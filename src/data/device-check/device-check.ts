import { queryOptions } from '@tanstack/react-query';
import { readInstant } from '#contract/wire/amounts.ts';
import { api } from '#data/api/api.ts';
import { reread } from '#data/api/reread.ts';
import { type CheckLine, type CheckResult, clockResult, type DeviceCheck, serverResult } from '#domain/device-check.ts';
import type { Instant } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { newUuid } from '#platform/random.ts';
import { checkEcho } from './echo.ts';

/** An event that takes longer has not arrived. */
const echoMs = 10_000;

/** The check of a device as the server keeps it. */
export interface KeptCheck {
  readonly id: string;
  readonly person: string;
  readonly device: string;
  readonly at: Instant;
  /** null: it was begun and not finished. */
  readonly results: Readonly<Partial<Record<CheckLine, string>>> | null;
}

const checksKey = (storeId: number) => ['store', storeId, 'device-checks'] as const;

/** The newest check of each device of a store. */
export const deviceChecksQuery = (storeId: number) =>
  queryOptions({
    queryKey: checksKey(storeId),
    queryFn: async ({ signal }): Promise<readonly KeptCheck[]> =>
      (await api.deviceChecks.list({ store_id: storeId }, { signal })).map(({ user, at, ...check }) => ({
        ...check,
        person: user.fullname,
        at: readInstant(at),
      })),
  });

/** What the server's answer and the event of the check say. */
export type Reached = Pick<DeviceCheck, 'server' | 'clock' | 'realtime'>;

/** Begins a check: measures the server's answer and clock, and waits up to 10 s for the event to come back. */
export async function startCheck(storeId: number): Promise<{ readonly id: string; readonly reached: Reached }> {
  const id = newUuid();
  const echo = checkEcho(id, echoMs);
  const from = deviceClock.mono();
  const answer = await api.deviceChecks.report({ store_id: storeId, id, results: null }).catch(() => null);
  if (answer === null) return { id, reached: { server: 'silent', clock: 'untried', realtime: 'silent' } };
  const took = deviceClock.mono() - from;
  // The server's time is about that of the middle between question and answer.
  const ahead = deviceClock.now() - took / 2 - readInstant(answer.now);
  const realtime: CheckResult<'realtime'> = (await echo) ? 'arrives' : 'silent';
  return { id, reached: { server: serverResult(took), clock: clockResult(ahead), realtime } };
}

/** Stores the end of a check; false: the server was not reached. */
export async function keepCheck(storeId: number, id: string, results: DeviceCheck): Promise<boolean> {
  const kept = await api.deviceChecks.report({ store_id: storeId, id, results }).then(
    () => true,
    () => false,
  );
  await reread({ queryKey: checksKey(storeId) });
  return kept;
}
