import { isContractProcedure } from '@orpc/contract';
import { nearLaEsquina } from './submissions.ts';
import { contract } from '#contract/contract.ts';
import type { ProcedureMeta } from '#contract/procedure.ts';
import type { Ability } from '#domain/permissions.ts';

/** One endpoint of the contract, found by walking it: a new one is in every enumeration without being named. */
export interface Endpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly ability: Ability;
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

function walk(node: unknown, path: readonly string[]): Endpoint[] {
  if (typeof node !== 'object' || node === null) return [];
  if (!isContractProcedure(node)) return Object.entries(node).flatMap(([key, inner]) => walk(inner, [...path, key]));
  const { route, meta } = node['~orpc'];
  const { ability }: Partial<ProcedureMeta> = meta;
  const method = methods.find((m) => m === route.method);
  if (!ability || !method || !route.path) throw new Error(`${path.join('.')} lacks ability, method or path`);
  return [{ name: path.join('.'), method, path: route.path, ability }];
}

export const endpoints: readonly Endpoint[] = walk(contract, []);

/** A body that each endpoint accepts; undefined = it takes none. */
export function exampleBody(
  name: string,
  { submission, order, store }: { readonly submission: unknown; readonly order: number; readonly store: number },
): unknown {
  const bodies: Readonly<Record<string, unknown>> = {
    'orders.create': submission,
    'orders.changeStatus': { status: 'ACCEPTED' },
    'orders.reject': { reject_reason: 'closed' },
    'orders.delay': { minutes: 5 },
    'orders.changeMany': { status: 'ACCEPTED', ids: [order] },
    'ordering.checkPromocode': { code: 'DIEZ' },
    'ordering.scheduleOptions': { type: 'TAKEAWAY' },
    'ordering.shippingCost': nearLaEsquina,
    'account.authorizeChannel': { socket_id: '1.1', channel_name: `private-store.${store}` },
    'account.signIn': { email: 'ana@demo.marche', password: 'marche2026' },
  };
  return bodies[name];
}
