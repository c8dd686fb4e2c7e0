import { oc } from '@orpc/contract';
import type { Ability } from '#domain/permissions.ts';

/** Every procedure names the row of domain/permissions that guards it; the server refuses to start on null. */
export interface ProcedureMeta {
  readonly ability: Ability | null;
}

const base = oc.$meta<ProcedureMeta>({ ability: null });

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One endpoint under /api: its right, method, path and, unless it is 200, its success status. */
export const procedure = (ability: Ability, method: Method, path: `/${string}`, summary: string, successStatus = 200) =>
  base
    .meta({ ability })
    .route({ method, path, summary, successStatus, inputStructure: 'compact', outputStructure: 'compact' });
