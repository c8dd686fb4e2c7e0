import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '#contract/contract.ts';
import type { SendContext } from '#sync/command.ts';

/** The metadata of a call, sent as headers. */
export interface CallContext {
  readonly idempotencyKey?: string;
  /** The revision that the person saw. */
  readonly ifMatch?: number;
  /** Id of this device's command that this one builds on. */
  readonly after?: string;
  /** Asks only for the result of the command. The server must not apply it any more. */
  readonly settleOnly?: boolean;
  /** The order was taken without the server, so the server stores it with the prices at which it was sold (N-15). */
  readonly takenOffline?: boolean;
  readonly deviceId?: string;
  /** The grant of the person who did it; null: the device's own person. By default whoever holds the device now. */
  readonly acting?: string | null;
  /** The grant of whoever allowed it by their PIN. */
  readonly authorised?: string | null;
  readonly seq?: number;
  /** The token of a guest's visit. */
  readonly guest?: string;
}

export type Api = ContractRouterClient<Contract, CallContext>;

/** The part of the API that commands call. */
export interface CommandCalls {
  readonly orders: Pick<Api['orders'], 'create' | 'changeStatus' | 'reject' | 'delay'>;
  readonly tickets: Pick<Api['tickets'], 'send'>;
  readonly groups: Pick<Api['groups'], 'open' | 'save'>;
  readonly cashbox: Pick<Api['cashbox'], 'flow'>;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly context: CallContext;
}

export const callOptions = (
  { idempotencyKey, base, settleOnly, deviceId, acting, authorised, seq, signal }: SendContext,
  more: Pick<CallContext, 'takenOffline'> = {},
): CallOptions => ({
  signal,
  context: {
    idempotencyKey,
    settleOnly,
    deviceId,
    acting: acting ?? null,
    ...(authorised != null && { authorised }),
    seq,
    ...(base === null ? {} : 'rev' in base ? { ifMatch: base.rev } : { after: base.after }),
    ...more,
  },
});
