import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { uuidV7 } from '#domain/ids.ts';
import { instant } from '#domain/time.ts';
import { describeError } from './db/failures.ts';
import type { Clock, Ids, Log } from './deps.ts';
import { type LogLevel, logLevels } from './environment.ts';

/** The machine's clock. */
export const systemClock: Clock = {
  // oxlint-disable-next-line no-restricted-properties -- this is the clock that everything else is given
  now: () => instant(Date.now()),
  wait: (ms) => pause(ms),
  every: (ms, work) => {
    const timer = setInterval(work, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/** Random ids from the operating system. */
export const systemIds = (clock: Clock): Ids => ({
  uuid: () => uuidV7(clock.now(), randomBytes(10)),
  secret: () => randomBytes(32).toString('base64url'),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(''),
});

/** Writes lines to the standard outputs; the supervisor adds times. */
export function createLog(level: LogLevel): Log {
  const shows = (wanted: LogLevel): boolean => logLevels.indexOf(wanted) <= logLevels.indexOf(level);
  return {
    info: (line) => shows('info') && process.stdout.write(`${line}\n`),
    warn: (line) => shows('warn') && process.stderr.write(`${line}\n`),
    error: (line, error) =>
      process.stderr.write(error === undefined ? `${line}\n` : `${line}: ${describeError(error)}\n`),
  };
}
