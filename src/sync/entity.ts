import type { View } from './view.ts';
import type { Snapshot } from './entry.ts';
import type { Folded } from './view.ts';

/**
 * A type of entity that the engine keeps: orders, tickets … The engine knows none of them by name; it holds bodies as
 * `unknown` under the type's name. Only this descriptor creates snapshots of that name, so every body under it is a
 * `B`.
 */
export interface EntityType<B> {
  readonly name: string;
  readonly snapshot: (id: string, ver: number, body: B) => Snapshot;
  /** All entities of this type as displayed, by id. The map keeps its identity until one of them changes. */
  readonly shown: (view: Pick<View, 'entities'>) => ReadonlyMap<string, Folded<B>>;
  /** Type guard for a body that the engine passes to a command. */
  readonly isBody: (body: unknown) => body is B;
}

const none: ReadonlyMap<string, Folded<never>> = new Map();

export function defineEntity<B>(name: string): EntityType<B> {
  const isOurs = (_all: ReadonlyMap<string, Folded>): _all is ReadonlyMap<string, Folded<B>> => true;
  return {
    name,
    snapshot: (id, ver, body) => ({ type: name, id, ver, body }),
    shown: ({ entities }) => {
      const all = entities.get(name);
      return all && isOurs(all) ? all : none;
    },
    isBody: (_body): _body is B => true,
  };
}
