import * as z from 'zod/mini';
import type { Log } from '#server/deps.ts';
import { shippingNotice, type ShippingPort, type ShippingSettings } from './port.ts';

const answerWithinMs = 8_000;

/**
 * A provider over HTTP: POST {endpoint} with the order as JSON, the secret as bearer and an Idempotency-Key. An answer
 * with a body is what it says of the rider.
 */
export const createHttpShipping = ({ endpoint, secret }: ShippingSettings): ShippingPort => ({
  webhookSecret: secret,
  async orderReady({ key, orderId, ...order }) {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, 'idempotency-key': key },
      body: JSON.stringify({ order_id: orderId, ...order }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (!response.ok) throw new Error(`the shipping provider answered ${response.status}`);
    const notice = z.safeParse(shippingNotice, await response.json().catch(() => null));
    return notice.success ? notice.data : null;
  },
});

/** Used without a shipping provider: logs what it would be told. */
export const createSandboxShipping = ({ log }: { log: Log }): ShippingPort => ({
  webhookSecret: null,
  orderReady({ number, service }) {
    log.info(`order ready (not sent, no shipping provider): number ${number}, ${service}`);
    return Promise.resolve(null);
  },
});
