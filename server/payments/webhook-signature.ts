import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the provider signs of a notice. */
export interface SignedNotice {
  /** `data.id` of the query; null: absent. */
  readonly dataId: string | null;
  /** `x-request-id`; null: absent. */
  readonly requestId: string | null;
}

/** v1 of `x-signature`: the parts that are absent are left out, and the id is in lower case. */
export function noticeSignature(secret: string, { dataId, requestId }: SignedNotice, ts: string): string {
  const id = dataId === null ? '' : `id:${dataId.toLowerCase()};`;
  const request = requestId === null ? '' : `request-id:${requestId};`;
  return createHmac('sha256', secret).update(`${id}${request}ts:${ts};`).digest('hex');
}

/** Whether `x-signature` (`ts=…,v1=hex`) is the provider's. */
export function isSignedNotice(secret: string, header: unknown, notice: SignedNotice): boolean {
  const [, ts, given] = /^ts=(\d{1,17}),v1=([\da-f]{64})$/.exec(typeof header === 'string' ? header : '') ?? [];
  if (ts === undefined || given === undefined) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(noticeSignature(secret, notice, ts)));
}
