import type { ActorKind } from '#server/db/schema/sync.ts';
import type { Actor } from './access-store.ts';

/** An actor that is not a person: the server itself, one of its timers, or an outside service that calls it. */
export interface NamedActor {
  readonly kind: Exclude<ActorKind, 'user'>;
  /** For example 'store-closing' or 'support-desk'. */
  readonly name: string;
}

/** An actor as table columns: a person by id, any other actor by name. */
export interface ActorColumns {
  readonly actor_kind: ActorKind;
  readonly actor_id: number | null;
  readonly actor_name: string | null;
}

export const actorColumns = (actor: Pick<Actor, 'userId'> | NamedActor): ActorColumns =>
  'userId' in actor
    ? { actor_kind: 'user', actor_id: actor.userId, actor_name: null }
    : { actor_kind: actor.kind, actor_id: null, actor_name: actor.name };

export const isSameActor = (a: ActorColumns, b: ActorColumns): boolean =>
  a.actor_kind === b.actor_kind && a.actor_id === b.actor_id && a.actor_name === b.actor_name;
