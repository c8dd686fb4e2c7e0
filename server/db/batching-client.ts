import { createHash } from 'node:crypto';
import pg from 'pg';
import { isObject } from '#domain/unknown.ts';
import {
  hasTypeParsers,
  type KnownColumns,
  type NamedStatement,
  type OnResult,
  StatementBatch,
} from './statement-batch.ts';

/** Later texts run unprepared: each prepared statement takes memory on every connection. */
const mostStatements = 500;

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}

/** The statement of a call of `query`; null for one without values, which runs unprepared and alone. */
function statementOf([config, given]: readonly unknown[]): NamedStatement | null {
  const asked = isObject(config) ? config : { text: config };
  const { text, name, rowMode, types, values: own } = asked;
  const values: readonly unknown[] = Array.isArray(given) ? given : Array.isArray(own) ? own : [];
  if (typeof text !== 'string' || 'submit' in asked) return null;
  const known = typeof name === 'string' ? name : values.length > 0 ? nameOf(text) : undefined;
  return known === undefined ? null : { name: known, text, values, rowMode, ...(hasTypeParsers(types) && { types }) };
}

/** SQLSTATE of a statement that came behind a failed one of its transaction. */
const abortedState = '25P02';

const failures = new WeakMap<object, unknown>();

const isAborted = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === abortedState) || (error.cause !== undefined && isAborted(error.cause)));

/**
 * Why the connection's transaction failed with `error`: statements that were sent together fail together, and only the
 * first of them says why. Call it once per failed transaction.
 */
export function connectionFailure(client: pg.ClientBase, error: unknown): unknown {
  const first = failures.get(client);
  failures.delete(client);
  return isAborted(error) ? (first ?? error) : error;
}

/**
 * The pool's client. It prepares every statement with parameters, once per connection, and sends what it is given
 * without waiting as one batch.
 */
export class BatchingClient extends pg.Client {
  readonly #known: KnownColumns = new Map();
  #batch: StatementBatch | null = null;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // The overloads of `query` cannot be overridden by a method without casts.
    Reflect.set(this, 'query', (...args: readonly unknown[]): unknown => this.#send(args));
  }

  #send(args: readonly unknown[]): unknown {
    const statement = statementOf(args);
    if (!statement) {
      this.#flush();
      return this.#query(args);
    }
    const callback = args.at(-1);
    if (typeof callback === 'function')
      return this.#add(statement, (error, result) => Reflect.apply(callback, this, [error, result]));
    return new Promise((resolve, reject) => {
      this.#add(statement, (error, result) => (error === null ? resolve(result) : reject(error)));
    });
  }

  #add(statement: NamedStatement, done: OnResult): void {
    if (!this.#batch) {
      this.#batch = new StatementBatch(this.#known);
      process.nextTick(() => this.#flush());
    }
    this.#batch.add(statement, (error, result) => {
      if (error !== null && !isAborted(error)) failures.set(this, error);
      done(error, result);
    });
  }

  #flush(): void {
    const batch = this.#batch;
    this.#batch = null;
    if (batch) this.#query([batch]);
  }

  #query(args: readonly unknown[]): unknown {
    const query: unknown = Reflect.get(pg.Client.prototype, 'query');
    if (typeof query !== 'function') throw new Error('the driver has no query');
    const sent: unknown = Reflect.apply(query, this, args);
    if (sent instanceof Promise)
      sent.catch((error: unknown) => {
        if (!isAborted(error)) failures.set(this, error);
      });
    return sent;
  }
}
