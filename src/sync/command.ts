import type { Entry, Outcome } from './entry.ts';

export interface SendContext<B> {
  readonly idempotencyKey: string;
  readonly base: Entry['base'];
  /** The last thing the server said about the entity; null while only this device knows it. */
  readonly entity: B | null;
  readonly signal: AbortSignal;
}

/** What the engine needs of a command; the body comes from disk, so it is checked before it is believed. */
export interface Command<B> {
  readonly name: string;
  /** The entity with the command applied, or unchanged when it no longer fits. Pure. */
  apply(entity: B | null, body: unknown): B | null;
  send(body: unknown, context: SendContext<B>): Promise<Outcome<B>>;
  readonly isReadable: (body: unknown) => boolean;
}

export interface CommandSpec<A, B> {
  /** Versioned, and never removed while a queue may hold it. */
  readonly name: string;
  readonly is: (body: unknown) => body is A;
  readonly apply: (entity: B | null, args: A) => B | null;
  readonly send: (args: A, context: SendContext<B>) => Promise<Outcome<B>>;
}

/** Closes over the argument type, so that the engine stays free of casts. */
export function defineCommand<A, B>(spec: CommandSpec<A, B>): Command<B> {
  return {
    name: spec.name,
    isReadable: (body) => spec.is(body),
    apply: (entity, body) => (spec.is(body) ? spec.apply(entity, body) : entity),
    send: (body, context) =>
      spec.is(body)
        ? spec.send(body, context)
        : Promise.resolve({ kind: 'refused', code: 'unreadable', message: '', by: null, at: null, snapshots: [] }),
  };
}
