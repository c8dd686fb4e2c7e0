import type { Log } from '#server/deps.ts';
import type { ShippingPort } from './port.ts';

/** Used without a shipping provider: logs what it would be told. */
export const createSandboxShipping = ({ log }: { log: Log }): ShippingPort => ({
  webhookSecret: null,
  orderReady({ number, service }) {
    log.info(`order ready (not sent, no shipping provider): number ${number}, ${service}`);
    return Promise.resolve(null);
  },
});
