import { createMercadoPago } from '#server/payments/mercado-pago.ts';
import type { PaymentProvider } from '#server/payments/payment-provider.ts';
import type { PaymentSandbox } from './sandbox-server.ts';

/** The token that the sandbox takes. It opens nothing else. */
export const sandboxToken = 'TEST-sandbox-access-token';

/** The adapter of the real provider, over the sandbox. */
export function createSandboxPayments(
  { url }: Pick<PaymentSandbox, 'url'>,
  webhookSecret: string | null = null,
): PaymentProvider {
  const settings = { accessToken: sandboxToken, pos: 'SANDBOX001', webhookSecret, endpoint: url };
  return createMercadoPago(settings, async (orderId, does) => {
    const response = await fetch(`${url}/v1/orders/${orderId}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandboxToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: does === 'pays' ? 'processed' : 'failed' }),
    });
    if (!response.ok) throw new Error(`the payment sandbox answered ${response.status}`);
  });
}
