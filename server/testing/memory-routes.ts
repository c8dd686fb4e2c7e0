import { contract } from '#contract/contract.ts';
import type { Result } from '#domain/errors.ts';
import { type BoundCommand, type CommandCall } from '#server/http/commands/command.ts';
import type { Outcome } from '#server/http/commands/execute-command.ts';
import { orderCommands } from '#server/modules/orders/order-commands.ts';
import type { OrderRepository } from '#server/modules/orders/order-repository.ts';

/** A command whose body the contract has parsed. */
interface Opened {
  /** The parsed input, which is also what HTTP fingerprints. */
  readonly input: unknown;
  decide(repository: OrderRepository, call: CommandCall): Promise<Outcome<unknown>>;
}

interface Route extends Pick<
  BoundCommand<OrderRepository, never, unknown>,
  'method' | 'ability' | 'successStatus' | 'base'
> {
  readonly pattern: RegExp;
  /** 422 validation, worded as by the server. */
  open(given: unknown): Result<Opened>;
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

function routeOf<I, T>(command: BoundCommand<OrderRepository, I, T>): Route {
  const { method, path, ability, successStatus, base } = command;
  return {
    method,
    ability,
    successStatus,
    base,
    pattern: patternOf(path),
    open(given) {
      const read = command.readInput(given);
      if (!read.ok) return read;
      const input = read.value;
      return {
        ok: true,
        value: { input, decide: (repository, call) => command.decide(repository, call, input) },
      };
    },
  };
}

const { create, changeMany, changeStatus, reject, delay, removeItem } = orderCommands;

// As in the real router, a literal path beats a parameter (D-36).
const routes: readonly Route[] = [
  routeOf(create),
  routeOf(changeMany),
  routeOf(changeStatus),
  routeOf(reject),
  routeOf(delay),
  routeOf(removeItem),
];

const changesPath = patternOf(contract.stores.changes['~orpc'].route.path ?? '');

export interface Matched {
  /** null = GET changes. */
  readonly route: Route | null;
  readonly params: Readonly<Record<string, string>>;
}

/** The route of a call; null when there is none. `path` is relative to /api and has no query. */
export function matchRoute(method: string, path: string): Matched | null {
  for (const candidate of routes) {
    const match = candidate.method === method ? candidate.pattern.exec(path) : null;
    if (match) return { route: candidate, params: { ...match.groups } };
  }
  const feed = method === 'GET' ? changesPath.exec(path) : null;
  return feed && { route: null, params: { ...feed.groups } };
}
