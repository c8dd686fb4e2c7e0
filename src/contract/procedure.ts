import { oc } from '@orpc/contract';
import type { Ability } from '#domain/permissions.ts';

/** What the server says of an endpoint besides its schemas. */
export interface ProcedureMeta {
  /** The row of domain/permissions that guards it; the server refuses to start on null. */
  readonly ability: Ability | null;
  /**
   * etag: the answer carries an ETag, and 304 answers a matching If-None-Match. revalidate: the browser may also keep it,
   * and asks each time whether it still holds. Absent: the answer is never kept.
   */
  readonly cache?: 'etag' | 'revalidate';
}

const base = oc.$meta<ProcedureMeta>({ ability: null });

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One endpoint under /api: its right, method, path and, unless it is 200, its success status. */
export const procedure = (ability: Ability, method: Method, path: `/${string}`, summary: string, successStatus = 200) =>
  base
    .meta({ ability })
    .route({ method, path, summary, successStatus, inputStructure: 'compact', outputStructure: 'compact' });
