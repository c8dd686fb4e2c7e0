import type { Log } from './deps.ts';
import { type LogLevel, logLevels } from './environment.ts';

const detail = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Lines on the standard outputs; the supervisor adds times. */
export function createLog(level: LogLevel): Log {
  const shows = (wanted: LogLevel): boolean => logLevels.indexOf(wanted) <= logLevels.indexOf(level);
  return {
    info: (line) => shows('info') && process.stdout.write(`${line}\n`),
    warn: (line) => shows('warn') && process.stderr.write(`${line}\n`),
    error: (line, error) => process.stderr.write(error === undefined ? `${line}\n` : `${line}: ${detail(error)}\n`),
  };
}
