import { oc } from '@orpc/contract';
import type { Ability } from '#domain/permissions.ts';

/** The metadata of an endpoint. */
export interface ProcedureMeta {
  /** The row of domain/permissions that guards it. With null the server refuses to start. */
  readonly ability: Ability | null;
  /**
   * etag: the answer has an ETag; a matching If-None-Match gets 304. revalidate: the browser may also cache the answer,
   * and revalidates it each time. Absent: no caching.
   */
  readonly cache?: 'etag' | 'revalidate';
}

const base = oc.$meta<ProcedureMeta>({ ability: null });

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Defines an endpoint under /api: its right, method, path and success status. */
export const procedure = (ability: Ability, method: Method, path: `/${string}`, summary: string, successStatus = 200) =>
  base
    .meta({ ability })
    .route({ method, path, summary, successStatus, inputStructure: 'compact', outputStructure: 'compact' });
