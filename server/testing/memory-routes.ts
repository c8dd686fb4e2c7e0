import * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import { fail, ok, type Result } from '#domain/errors.ts';
import { fieldErrors } from '#server/http/validation.ts';
import type { Outcome } from '#server/commands/execute-command.ts';
import type { OrderBook, OrderCall } from '#server/modules/orders/order-book.ts';
import { type OrderCommand, orderCommands } from '#server/modules/orders/order-commands.ts';

/** A command whose body was read by the contract. */
interface Opened {
  /** Like fingerprintOf's parts in HTTP: the parsed input. */
  readonly input: unknown;
  decide(book: OrderBook, call: OrderCall): Promise<Outcome<unknown>>;
}

interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly command: Pick<OrderCommand<never, unknown>, 'ability' | 'successStatus' | 'base'>;
  open(given: unknown): Result<Opened>;
}

interface Procedure<I> {
  readonly '~orpc': {
    readonly inputSchema?: z.ZodMiniType<I> | undefined;
    readonly route: { readonly method?: string | undefined; readonly path?: string | undefined };
  };
}

/** 422 validation as the server words it. */
export function parsed<I>(procedure: Procedure<I>, given: unknown): Result<I> {
  const { inputSchema } = procedure['~orpc'];
  if (!inputSchema) throw new Error('a procedure without input');
  const read = z.safeParse(inputSchema, given);
  return read.success ? ok(read.data) : fail('validation', { fields: fieldErrors(read.error.issues, given) });
}

const pattern = (path: string): RegExp => new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

function route<I, T>(procedure: Procedure<I>, command: OrderCommand<I, T>): Route {
  const { method = '', path = '' } = procedure['~orpc'].route;
  return {
    method,
    path: pattern(path),
    command,
    open(given) {
      const read = parsed(procedure, given);
      if (!read.ok) return read;
      const input = read.value;
      return ok({ input, decide: (book: OrderBook, call: OrderCall) => command.decide(book, call, input) });
    },
  };
}

const { create, changeStatus, reject, delay, removeItem, changeMany } = contract.orders;

// As the real router does: a literal beats a parameter (D-36).
const routes: readonly Route[] = [
  route(create, orderCommands.create),
  route(changeMany, orderCommands.changeMany),
  route(changeStatus, orderCommands.changeStatus),
  route(reject, orderCommands.reject),
  route(delay, orderCommands.delay),
  route(removeItem, orderCommands.removeItem),
];

const changesPath = pattern(contract.stores.changes['~orpc'].route.path ?? '');

export interface Matched {
  /** null: GET changes. */
  readonly route: Route | null;
  readonly params: Readonly<Record<string, string>>;
}

/** The route of a call; null when there is none. `path` is below /api and without its query. */
export function matchRoute(method: string, path: string): Matched | null {
  for (const candidate of routes) {
    const match = candidate.method === method ? candidate.path.exec(path) : null;
    if (match) return { route: candidate, params: { ...match.groups } };
  }
  const feed = method === 'GET' ? changesPath.exec(path) : null;
  return feed && { route: null, params: { ...feed.groups } };
}
