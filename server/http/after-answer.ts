import type { FastifyReply } from 'fastify';
import type { Log } from '#server/deps.ts';

/**
 * Runs `work` after the answer was sent or its caller disconnected, so the duration of `work` reveals nothing
 * (docs/threats.md T4). Logs an error of `work` as `what`.
 */
export function afterAnswer({ raw }: FastifyReply, log: Log, what: string, work: () => Promise<void>): void {
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    work().catch((error: unknown) => log.error(`${what} failed`, error));
  };
  raw.once('finish', start);
  raw.once('close', start);
}
