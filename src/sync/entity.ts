import type { View } from './view.ts';
import type { Snapshot } from './entry.ts';
import type { Folded } from './view.ts';

/**
 * A type of entity that the engine keeps: orders, tickets … The engine itself knows no noun; it holds bodies as `unknown`
 * under the name of their type. Only this descriptor makes snapshots of that name, so what comes back under it is a `B`.
 */
export interface EntityType<B> {
  readonly name: string;
  readonly snapshot: (id: string, ver: number, body: B) => Snapshot;
  /** Everything of this type as the screen shows it, by id. The same map until something of this type changes. */
  readonly shown: (view: Pick<View, 'entities'>) => ReadonlyMap<string, Folded<B>>;
  /** The body of an entity of this type, as the engine hands it to a command. */
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
