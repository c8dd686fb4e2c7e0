import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '#server/deps.ts';
import type { PaymentProvider } from '#server/payments/payment-provider.ts';
import type { PushPort } from '#server/push/port.ts';
import type { RealtimeDriver } from '#server/realtime/driver.ts';

/** Hosts of a Pusher cluster, if the server uses one. */
function realtimeHosts({ cluster, host }: RealtimeDriver['client']): string[] {
  if (host) return [`https://${host}`, `wss://${host}`];
  return cluster ? [`wss://ws-${cluster}.pusher.com`, `https://sockjs-${cluster}.pusher.com`] : [];
}

/** Hosts where the browser registers for pushes, if the server sends any. */
const pushHosts = (push: PushPort['client']): string[] =>
  push === null ? [] : [push.endpoint ?? `https://${push.instance_id}.pushnotifications.pusher.com`];

/** The websocket of the same origin, by host name: not every browser counts it as 'self'. */
const ownSocket = (host: string, secure: boolean): string =>
  // Only a valid host and port may enter the header.
  /^[\w.-]+(:\d{1,5})?$/.test(host) ? `${secure ? 'wss' : 'ws'}://${host}` : "'self'";

/** Hosts whose header is kept; more come only from requests that invent theirs. */
const mostHosts = 100;

/** Sources that Google Maps loads: scripts, images, and styles that it writes into the page. */
const google = {
  script: ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
  connect: ['https://maps.googleapis.com', 'https://places.googleapis.com', 'https://maps.gstatic.com'],
  image: ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.ggpht.com'],
  style: ["'unsafe-inline'", 'https://fonts.googleapis.com'],
  font: ['https://fonts.gstatic.com'],
} as const;

/** The card script of Mercado Pago, and where it sends a card. */
const cardVendor = { script: ['https://sdk.mercadopago.com'], connect: ['https://api.mercadopago.com'] } as const;

/** Where QZ Tray listens on the computer that prints. */
const printing = ['localhost', 'localhost.qz.io'].flatMap((host) => [
  ...[8181, 8282, 8383, 8484].map((port) => `wss://${host}:${port}`),
  ...[8182, 8283, 8384, 8485].map((port) => `ws://${host}:${port}`),
]);

/** Sets the security headers of docs/threats.md. */
export async function mountSecurityHeaders(
  app: FastifyInstance,
  config: AppConfig,
  realtime: RealtimeDriver['client'],
  push: PushPort['client'],
  payments: Pick<PaymentProvider, 'sandbox'> | null,
): Promise<void> {
  const maps = (kind: keyof typeof google): readonly string[] => (config.mapsKey === null ? [] : google[kind]);
  // The sandbox's cards stay on the device.
  const cards = (kind: keyof typeof cardVendor): readonly string[] =>
    payments === null || payments.sandbox ? [] : cardVendor[kind];
  const secure = config.publicOrigin?.startsWith('https:') === true;
  const policyFor = (host: string): string => {
    const directives = {
      'default-src': ["'none'"],
      // WebAssembly: the reader of QR codes. It allows no text to be run as a script.
      'script-src': ["'self'", "'wasm-unsafe-eval'", ...maps('script'), ...cards('script')],
      'style-src': ["'self'", ...maps('style')],
      'img-src': ["'self'", 'data:', 'blob:', ...maps('image')],
      'font-src': ["'self'", ...maps('font')],
      'connect-src': [
        "'self'",
        ownSocket(host, secure),
        ...realtimeHosts(realtime),
        ...pushHosts(push),
        ...maps('connect'),
        ...cards('connect'),
        ...printing,
      ],
      'manifest-src': ["'self'"],
      'worker-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    };
    return Object.entries(directives)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join(';');
  };
  const policies = new Map<string, string>();
  app.addHook('onRequest', (request, reply, done) => {
    const { host = '' } = request.headers;
    const policy = policies.get(host) ?? policyFor(host);
    if (policies.size < mostHosts) policies.set(host, policy);
    reply.raw.setHeader('content-security-policy', policy);
    done();
  });
  await app.register(helmet, {
    // Written by the hook above, once for each host: helmet would write it again for every request.
    contentSecurityPolicy: false,
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // A page opened by plain http on a local network would lose its images to these two headers.
    crossOriginOpenerPolicy: secure,
    originAgentCluster: secure,
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=(self)');
    done(null, payload);
  });
}
