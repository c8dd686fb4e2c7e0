import { createHash } from 'node:crypto';
import pg from 'pg';

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

const isUnnamed = (config: unknown): config is { readonly name?: undefined; readonly text: string } =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  typeof config.text === 'string' &&
  !('submit' in config) &&
  (!('name' in config) || config.name === undefined);

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

/** The pool's client: prepares every statement with parameters, once per connection. */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The overloads of `query` cannot be overridden by a method without casts.
    Reflect.set(this, 'query', (...args: readonly unknown[]): unknown => this.#send(args));
  }

  #send(args: readonly unknown[]): unknown {
    const [config, values] = args;
    const prepared = Array.isArray(values) && values.length > 0 && isUnnamed(config);
    const query: unknown = Reflect.get(pg.Client.prototype, 'query');
    if (typeof query !== 'function') throw new Error('the driver has no query');
    // What is sent together is written together: one system call instead of one for each statement.
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    const named = prepared ? [{ ...config, name: nameOf(config.text) }, ...args.slice(1)] : args;
    const sent: unknown = Reflect.apply(query, this, named);
    if (sent instanceof Promise)
      sent.catch((error: unknown) => {
        if (!isAborted(error)) failures.set(this, error);
      });
    return sent;
  }
}
