import pg from 'pg';
import { isObject } from '#domain/unknown.ts';
import { StatementBatch } from '#server/db/statement-batch.ts';

/** A query as the driver sent it. */
export interface SentQuery {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The first of those that are sent together, in one round trip. */
  readonly startsTrip: boolean;
}

const sentQuery = ([config, values]: readonly unknown[]): Omit<SentQuery, 'startsTrip'> => {
  if (!isObject(config)) return { text: String(config), values: [] };
  const { text, values: own } = config;
  return { text: String(text), values: Array.isArray(values) ? values : Array.isArray(own) ? own : [] };
};

/** Calls `onSent` for every query of every connection of this process, until the returned function is called. */
export function watchQueries(onSent: (query: SentQuery) => void): () => void {
  const real: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof real !== 'function') throw new Error('the driver has no query');
  Reflect.set(pg.Client.prototype, 'query', function watched(this: object, ...args: readonly unknown[]): unknown {
    const [config] = args;
    const statements = config instanceof StatementBatch ? config.statements.map((s) => [s]) : [args];
    for (const [index, statement] of statements.entries()) onSent({ ...sentQuery(statement), startsTrip: index === 0 });
    return Reflect.apply(real, this, args);
  });
  return () => Reflect.set(pg.Client.prototype, 'query', real);
}
