import pg from 'pg';

/** A query as the driver sent it. */
export interface SentQuery {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The connection was idle: what it sends before the answer belongs to the same round trip. */
  readonly startsTrip: boolean;
}

const sentQuery = ([config, values]: readonly unknown[], startsTrip: boolean): SentQuery => {
  if (typeof config !== 'object' || config === null) return { text: String(config), values: [], startsTrip };
  const [text, own]: unknown[] = [Reflect.get(config, 'text'), Reflect.get(config, 'values')];
  const sent = Array.isArray(values) ? values : Array.isArray(own) ? own : [];
  return { text: String(text), values: sent, startsTrip };
};

/** Calls `onSent` for every query of every connection of this process, until the returned function is called. */
export function watchQueries(onSent: (query: SentQuery) => void): () => void {
  const real: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof real !== 'function') throw new Error('the driver has no query');
  const running = new WeakMap<object, number>();
  Reflect.set(pg.Client.prototype, 'query', function watched(this: object, ...args: readonly unknown[]): unknown {
    const before = running.get(this) ?? 0;
    onSent(sentQuery(args, before === 0));
    running.set(this, before + 1);
    const done = (): void => void running.set(this, (running.get(this) ?? 1) - 1);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const counting = (...given: readonly unknown[]): void => {
        done();
        Reflect.apply(callback, this, given);
      };
      return Reflect.apply(real, this, [...args.slice(0, -1), counting]);
    }
    const result: unknown = Reflect.apply(real, this, args);
    if (result instanceof Promise) result.then(done, done);
    return result;
  });
  return () => Reflect.set(pg.Client.prototype, 'query', real);
}
