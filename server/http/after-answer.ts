import type { FastifyReply } from 'fastify';
import type { Log } from '#server/deps.ts';

/**
 * Runs `work` once the answer has left, or its caller has gone: so that its duration reveals nothing (docs/threats.md T4). What it
 * throws is logged as `what`.
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
