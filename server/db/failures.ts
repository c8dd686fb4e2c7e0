import { DrizzleQueryError } from 'drizzle-orm';
import { TurnTimeout } from './turns.ts';

/** An error and its causes, the outermost first. */
function* chainOf(error: unknown): Generator<Error> {
  for (let next: unknown = error; next instanceof Error; next = next.cause) yield next;
}

const text = (error: Error, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

/**
 * SQLSTATE of a failure after which the same request may succeed: the connection broke (class 08), a deadlock or a
 * conflict of transactions (class 40), a lock or statement that took too long (55P03, 57014).
 */
const passingState = /^(08...|40...|55P03|57014)$/;

/** PostgreSQL ended the connection or did not accept it: it starts, stops, or has no connection to spare. */
const endsConnection = new Set(['FATAL', 'PANIC']);

/** Codes of Node's sockets, before PostgreSQL said anything. */
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH']);

/** Errors of the driver and its pool that have no code. */
const driverMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable)/;

/** The database did not answer, or gave this transaction up. Nothing was committed that was not acknowledged. */
export const isDatabaseAway = (error: unknown): boolean =>
  [...chainOf(error)].some(
    (e) =>
      e instanceof TurnTimeout ||
      passingState.test(text(e, 'code')) ||
      endsConnection.has(text(e, 'severity')) ||
      socketCodes.has(text(e, 'code')) ||
      driverMessage.test(e.message),
  );

/** The database cannot write because its disk is full (SQLSTATE 53100). */
export const isServerDiskFull = (error: unknown): boolean =>
  [...chainOf(error)].some((e) => text(e, 'code') === '53100');

/**
 * An error for the log. Of a failed query it shows the statement, the SQLSTATE and the names of table and constraint:
 * its parameters and PostgreSQL's own message may hold names, phones and password hashes.
 */
export function describeError(error: unknown): string {
  const chain = [...chainOf(error)];
  const query = chain.find((e) => e instanceof DrizzleQueryError);
  const failure = chain.find((e) => text(e, 'severity') !== '');
  if (!query && !failure) return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const facts = ['code', 'table', 'column', 'constraint', 'routine'].flatMap((name) => {
    const value = failure ? text(failure, name) : '';
    return value === '' ? [] : [`${name} ${value}`];
  });
  // Without SQLSTATE the failure is the connection's, whose message holds no data.
  if (!failure) facts.push(chain.at(-1)?.message ?? '');
  const frames = (chain[0]?.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`database error (${facts.join(', ')})`, ...(query ? [query.query] : []), ...frames].join('\n');
}
