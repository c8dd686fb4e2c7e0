import { isObject } from '#domain/unknown.ts';
import type { EntityType } from './entity.ts';
import type { Request } from './entry.ts';
import type { EntityKey } from './store.ts';
import type { Entry, SendOutcome } from './entry.ts';
import type { Register } from './enqueue.ts';

export interface SendContext<B = unknown> {
  readonly idempotencyKey: string;
  readonly base: Entry['base'];
  /** Ask for the outcome only: the server never applies the command afterwards (header X-Settle-Only). */
  readonly settleOnly: boolean;
  /** Engine time in ms since the tap. The server stores an order that waited as it was sold (N-15). */
  readonly ageMs: number;
  readonly deviceId: string;
  readonly acting?: string | null | undefined;
  readonly authorised?: string | null | undefined;
  readonly seq: number;
  /** The last server state of the entity; null while only this device knows it. */
  readonly entity: B | null;
  readonly signal: AbortSignal;
}

/** Texts for the screens that list commands. */
export interface CommandTexts {
  /** `number` is the order's number; null while only this device knows the order. */
  readonly title: (number: number | null) => string;
  readonly notApplied: string;
  /** The table that the command is about; without it, it is about an order. */
  readonly place?: string;
  /** What a person would have to type again, such as the products of an order that was not taken. */
  readonly contents?: string;
  /** True for a command that creates its entity: there is no earlier state to conflict with. */
  readonly creates: boolean;
}

/** The engine's interface to a command. `body` is the queued body; it is validated once, when it enters memory. */
export interface OfflineCommand {
  readonly name: string;
  /** Name of the entity type that the command changes. */
  readonly entity: string;
  readonly isReadable: (body: unknown) => boolean;
  readonly ttlMs: number;
  /** Reads the register that the command compares; null when it compares nothing. */
  readonly register: ((entity: unknown) => Register) | null;
  /**
   * Whether a later command of the lane may depend on this one. A command that neither compares nor changes the
   * register may not be a parent: it succeeds on top of changes that the person has not seen (I6).
   */
  readonly canBeParent: boolean;
  /** Whether it replaces a never-sent predecessor of the same name. */
  readonly replacesUnsent: boolean;
  /**
   * Another entity that must exist first. If its pending command in the same lane is refused, this command is refused
   * too.
   */
  needs(body: unknown): EntityKey | null;
  /** True when this command cancels out a never-sent predecessor, as an undo does. */
  undoes(body: unknown, predecessor: Entry): boolean;
  /** Returns the entity with the command applied, or unchanged when the command does not fit. Pure. */
  apply(entity: unknown, body: unknown): unknown;
  /** Whether the person may repeat it on the current entity ("Aplicar igual"). Pure. */
  canApplyAgain(entity: unknown, body: unknown): boolean;
  send(body: unknown, context: SendContext): Promise<SendOutcome>;
}

export interface CommandSpec<A, B, Calls> {
  /** Versioned. Never removed as long as a queue may hold it. */
  readonly name: string;
  readonly entity: EntityType<B>;
  /** Earlier versions of the name, each with a converter from its body to the current one. */
  readonly earlier?: Readonly<Record<string, (body: unknown) => unknown>>;
  /** Type guard of the arguments. */
  readonly is: (body: unknown) => body is A;
  readonly ttlMs: number;
  /** Commands of one lane are sent in order, one at a time. A lane may span entities; default: one lane per entity. */
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

/** The command as the rest of the app uses it. */
export interface CommandDefinition<A, Calls> {
  readonly name: string;
  /**
   * Builds the request of a tap. `seen` is the register value that the person saw; null when the command compares
   * nothing.
   */
  readonly request: (id: string, args: A, seen: string | null) => Request;
  /** The arguments of a queued command of this kind, in any version; null when it is of another kind or unreadable. */
  readonly read: (entry: Pick<Entry, 'type' | 'body'>) => A | null;
  readonly texts: (entry: Pick<Entry, 'type' | 'body'>) => CommandTexts | null;
  /** The commands to register: one for each name that a queue may still hold. */
  readonly on: (calls: Calls) => readonly OfflineCommand[];
}

/**
 * Declares a command in one place. It keeps the types of arguments and entity in closures, so the engine needs no
 * casts.
 */
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
 * Reads the arguments of a body; null when unreadable. A body in memory never changes, so it is validated and converted
 * once, not on every render. A converter that throws makes the body unreadable.
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
    if (!isObject(body)) return read(body);
    let found = known.get(body);
    if (!found) {
      found = { args: read(body) };
      known.set(body, found);
    }
    return found.args;
  };
}
