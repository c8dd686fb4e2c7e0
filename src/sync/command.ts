import type { EntityType } from './entity.ts';
import type { Request } from './entry.ts';
import type { EntityKey } from './store.ts';
import type { Entry, SendOutcome } from './entry.ts';
import type { Register } from './enqueue.ts';

export interface SendContext<B = unknown> {
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

/** How a command is told to people: the texts of the screens that list it. */
export interface CommandTexts {
  /** `number` is the order's number, null while only this device knows the order. */
  readonly title: (number: number | null) => string;
  readonly notApplied: string;
  /** A command that makes its entity has no earlier state to conflict with. */
  readonly creates: boolean;
}

/** What the engine needs of a command. `body` is what the queue holds; it is validated once, when it enters memory. */
export interface OfflineCommand {
  readonly name: string;
  /** The type of the entity that it changes. */
  readonly entity: string;
  readonly isReadable: (body: unknown) => boolean;
  readonly ttlMs: number;
  /** The register that it compares; null for a command that compares nothing. */
  readonly register: ((entity: unknown) => Register) | null;
  /**
   * Whether a later command of the lane may depend on it. One that neither compares nor changes the register may not: it
   * succeeds on top of changes that the person has not seen (I6).
   */
  readonly canBeParent: boolean;
  /** The next one of the same name replaces one that was never sent. */
  readonly replacesUnsent: boolean;
  /** Another entity that has to exist first; a refusal of its pending command in the same lane refuses this one too. */
  needs(body: unknown): EntityKey | null;
  /** True when nothing is left to do without that predecessor: an undo before the first try. */
  undoes(body: unknown, predecessor: Entry): boolean;
  /** The entity with the command applied, or unchanged when it no longer fits. Pure. */
  apply(entity: unknown, body: unknown): unknown;
  /** Whether a person may ask for it once more on the entity as it is ("Aplicar igual"). Pure. */
  canApplyAgain(entity: unknown, body: unknown): boolean;
  send(body: unknown, context: SendContext): Promise<SendOutcome>;
}

export interface CommandSpec<A, B, Calls> {
  /** Versioned, and never removed while a queue may hold it. */
  readonly name: string;
  readonly entity: EntityType<B>;
  /** Earlier versions of the name, each with the way from its body to the present one. */
  readonly earlier?: Readonly<Record<string, (body: unknown) => unknown>>;
  /** The schema of its arguments. */
  readonly is: (body: unknown) => body is A;
  readonly ttlMs: number;
  /** Commands of one lane are sent in order, one at a time; a lane may span entities. Default: one lane for each entity. */
  readonly lane?: (id: string, args: A) => string;
  readonly register?: (entity: B) => Register;
  readonly canBeParent?: boolean;
  readonly replacesUnsent?: boolean;
  readonly needs?: (args: A) => EntityKey | null;
  readonly undoes?: (args: A, predecessor: Entry) => boolean;
  readonly apply: (entity: B | null, args: A) => B | null;
  readonly canApplyAgain: (entity: B | null, args: A) => boolean;
  readonly call: (args: A, context: SendContext<B>, calls: Calls) => Promise<SendOutcome>;
  readonly texts: (args: A) => CommandTexts;
}

/** A command as the rest of the app uses it. */
export interface CommandDefinition<A, Calls> {
  readonly name: string;
  /** A tap. `seen` is the value of the register that the person saw; null for a command that compares nothing. */
  readonly request: (id: string, args: A, seen: string | null) => Request;
  /** The arguments of a queued command of this kind, whatever its version; null when it is of another kind or unreadable. */
  readonly read: (entry: Pick<Entry, 'type' | 'body'>) => A | null;
  readonly texts: (entry: Pick<Entry, 'type' | 'body'>) => CommandTexts | null;
  /** What the engine registers: the command under each name that a queue may still hold. */
  readonly on: (calls: Calls) => readonly OfflineCommand[];
}

/** Says everything of a command in one place. Closes over the types of arguments and entity, so the engine needs no casts. */
export function defineCommand<A, B, Calls>(spec: CommandSpec<A, B, Calls>): CommandDefinition<A, Calls> {
  const { entity: type } = spec;
  const readers = new Map<string, (body: unknown) => A | null>([
    [spec.name, readOnce(spec.is, (body) => body)],
    ...Object.entries(spec.earlier ?? {}).map(([name, convert]) => [name, readOnce(spec.is, convert)] as const),
  ]);
  const read = ({ type: name, body }: Pick<Entry, 'type' | 'body'>): A | null => readers.get(name)?.(body) ?? null;
  const bodyOf = (entity: unknown): B | null => (entity !== null && type.isBody(entity) ? entity : null);
  const under = (name: string, argsOf: (body: unknown) => A | null, calls: Calls): OfflineCommand => {
    const { register } = spec;
    return {
      name,
      entity: type.name,
      isReadable: (body) => argsOf(body) !== null,
      ttlMs: spec.ttlMs,
      register: register
        ? (entity) => {
            if (!type.isBody(entity)) throw new TypeError(`${name}: not a body of ${type.name}`);
            return register(entity);
          }
        : null,
      canBeParent: spec.canBeParent ?? true,
      replacesUnsent: spec.replacesUnsent ?? false,
      needs: (body) => {
        const args = argsOf(body);
        return args === null ? null : (spec.needs?.(args) ?? null);
      },
      undoes: (body, predecessor) => {
        const args = argsOf(body);
        return args !== null && spec.undoes?.(args, predecessor) === true;
      },
      apply: (entity, body) => {
        const args = argsOf(body);
        return args === null ? entity : spec.apply(bodyOf(entity), args);
      },
      canApplyAgain: (entity, body) => {
        const args = argsOf(body);
        return args !== null && spec.canApplyAgain(bodyOf(entity), args);
      },
      send: async (body, context) => {
        const args = argsOf(body);
        if (args === null) return { kind: 'unreadable' };
        return spec.call(args, { ...context, entity: bodyOf(context.entity) }, calls);
      },
    };
  };
  return {
    name: spec.name,
    request: (id, args, seen) => ({
      type: spec.name,
      lane: spec.lane?.(id, args) ?? `${type.name}:${id}`,
      entityType: type.name,
      entityId: id,
      body: args,
      seen,
    }),
    read,
    texts: (entry) => {
      const args = read(entry);
      return args === null ? null : spec.texts(args);
    },
    on: (calls) => [...readers].map(([name, argsOf]) => under(name, argsOf, calls)),
  };
}

/**
 * The arguments in a body, null when it cannot be read. A body in memory never changes, so it is validated and converted
 * once, not at every repaint. One that its converter cannot make sense of is unreadable, not a crash.
 */
function readOnce<A>(is: (body: unknown) => body is A, convert: (body: unknown) => unknown) {
  const known = new WeakMap<object, { readonly args: A | null }>();
  const read = (body: unknown): A | null => {
    try {
      const args = convert(body);
      return is(args) ? args : null;
    } catch {
      return null;
    }
  };
  return (body: unknown): A | null => {
    if (typeof body !== 'object' || body === null) return read(body);
    let found = known.get(body);
    if (!found) {
      found = { args: read(body) };
      known.set(body, found);
    }
    return found.args;
  };
}
