import type { Entry, SendOutcome } from './entry.ts';
import type { Register } from './enqueue.ts';

export interface SendContext<B> {
  readonly idempotencyKey: string;
  readonly base: Entry['base'];
  /** Ask only: what became of it? The server never applies it after this (header X-Settle-Only). */
  readonly settleOnly: boolean;
  /** Engine time in ms since the tap: an order that waited is stored as it was sold (N-15). */
  readonly ageMs: number;
  readonly deviceId: string;
  readonly seq: number;
  /** The last thing the server said about the entity; null while only this device knows it. */
  readonly entity: B | null;
  readonly signal: AbortSignal;
}

/** What the engine needs of a command; the body comes from disk, so it is checked before it is believed. */
export interface OfflineCommand<B> {
  readonly name: string;
  readonly isReadable: (body: unknown) => boolean;
  readonly ttlMs: number;
  /** The register that it compares; null for a command that compares nothing. */
  readonly register: ((entity: B) => Register) | null;
  /**
   * Whether a later command of the lane may depend on it. One that neither compares nor changes the register may not: it
   * succeeds on top of changes that the person has not seen (I6).
   */
  readonly canBeParent: boolean;
  /** The next one of the same name stands for one that never left. */
  readonly replacesUnsent: boolean;
  /** True when nothing is left to do without that predecessor: an undo before the first try. */
  undoes(body: unknown, predecessor: Entry): boolean;
  /** The entity with the command applied, or unchanged when it no longer fits. Pure. */
  apply(entity: B | null, body: unknown): B | null;
  /** Whether a person may ask for it once more on the entity as it is ("Aplicar igual"). Pure. */
  canApplyAgain(entity: B | null, body: unknown): boolean;
  send(body: unknown, context: SendContext<B>): Promise<SendOutcome<B>>;
}

export interface OfflineCommandSpec<A, B> {
  /** Versioned, and never removed while a queue may hold it. */
  readonly name: string;
  /** Earlier versions of the name, each with the way from its body to the present one. */
  readonly earlier?: Readonly<Record<string, (body: unknown) => unknown>>;
  readonly is: (body: unknown) => body is A;
  readonly ttlMs: number;
  readonly register?: (entity: B) => Register;
  readonly canBeParent?: boolean;
  readonly replacesUnsent?: boolean;
  readonly undoes?: (args: A, predecessor: Entry) => boolean;
  readonly apply: (entity: B | null, args: A) => B | null;
  readonly canApplyAgain: (entity: B | null, args: A) => boolean;
  readonly send: (args: A, context: SendContext<B>) => Promise<SendOutcome<B>>;
}

/**
 * One line registers a command, with all the names under which a queue may still hold it. Closes over the argument
 * type, so that the engine stays free of casts.
 */
export function defineCommand<A, B>(spec: OfflineCommandSpec<A, B>): readonly OfflineCommand<B>[] {
  const under = (name: string, read: (body: unknown) => unknown): OfflineCommand<B> => ({
    name,
    isReadable: (body) => spec.is(read(body)),
    ttlMs: spec.ttlMs,
    register: spec.register ?? null,
    canBeParent: spec.canBeParent ?? true,
    replacesUnsent: spec.replacesUnsent ?? false,
    undoes: (body, predecessor) => {
      const args = read(body);
      return spec.is(args) && spec.undoes?.(args, predecessor) === true;
    },
    apply: (entity, body) => {
      const args = read(body);
      return spec.is(args) ? spec.apply(entity, args) : entity;
    },
    canApplyAgain: (entity, body) => {
      const args = read(body);
      return spec.is(args) && spec.canApplyAgain(entity, args);
    },
    send: async (body, context) => {
      const args = read(body);
      return spec.is(args) ? spec.send(args, context) : { kind: 'unreadable' };
    },
  });
  return [
    under(spec.name, (body) => body),
    ...Object.entries(spec.earlier ?? {}).map(([name, convert]) => under(name, guarded(convert))),
  ];
}

/** A body that its converter cannot make sense of is unreadable, not a crash. */
const guarded =
  (convert: (body: unknown) => unknown) =>
  (body: unknown): unknown => {
    try {
      return convert(body);
    } catch {
      return null;
    }
  };
