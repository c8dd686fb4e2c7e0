/// <reference lib="webworker" />
import { isObject } from '#domain/unknown.ts';
import { pushWithoutWords } from '#texts/alerts.ts';
import { stepLabels } from '#texts/order.ts';
import { product } from '#texts/product.ts';

declare const self: ServiceWorkerGlobalScope;

const scope = '/sellers/';
/** A running window answers at once; a frozen one never does. */
const answerMs = 2_000;

/** Fields of Chromium and Safari that TypeScript's library lacks. */
interface Options extends NotificationOptions {
  readonly renotify?: boolean;
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
}

interface AboutOrder {
  readonly storeId: number;
  readonly orderId: number;
  /** For the order's customer, who follows it and has no board of that store. */
  readonly own: boolean;
}

/** What a guest at a table asks for (docs/decisions/045-guests.md). */
interface AboutRequest {
  readonly storeId: number;
  readonly requestId: number;
}

type About = AboutOrder | AboutRequest;

interface Words {
  readonly title: string;
  readonly body: string;
  /** null = only the app to open. */
  readonly about: About | null;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value : otherwise;

/** Reads what a notification is about, as it is kept with it; null for anything else. */
function aboutOf({ storeId, orderId, requestId, own }: Readonly<Record<PropertyKey, unknown>>): About | null {
  if (!isId(storeId)) return null;
  if (isId(requestId)) return { storeId, requestId };
  return isId(orderId) ? { storeId, orderId, own: own === true } : null;
}

/** Notifications with the same tag replace each other. */
function tagOf(about: About | null): string {
  if (about === null) return 'news';
  if ('requestId' in about) return `guest-${about.requestId}`;
  return `${about.own ? 'own-' : ''}order-${about.orderId}`;
}

/** Parses Beams' payload: { notification: { title, body }, data }. Anything else becomes a generic notification. */
function wordsOf(message: PushMessageData | null): Words {
  let payload: unknown = null;
  try {
    payload = message?.json();
  } catch {
    // Not JSON: shows the generic text.
  }
  const said = isObject(payload) && isObject(payload['notification']) ? payload['notification'] : {};
  const data = isObject(payload) && isObject(payload['data']) ? payload['data'] : {};
  return {
    title: textOr(said['title'], product.name),
    body: textOr(said['body'], said['title'] === undefined ? pushWithoutWords : ''),
    about: aboutOf({
      storeId: data['store_id'],
      orderId: data['order_id'],
      requestId: data['request_id'],
      own: data['kind'] === 'changed',
    }),
  };
}

/** A second push about the same replaces its notification and alerts again. */
function show({ title, body, about }: Words): Promise<void> {
  const isOwn = about !== null && 'own' in about && about.own;
  const isOnBoard = about !== null && 'own' in about && !about.own;
  const options: Options = {
    tag: tagOf(about),
    renotify: about !== null,
    requireInteraction: about !== null && !isOwn,
    actions: isOnBoard ? [{ action: 'accept', title: stepLabels.ACCEPTED }] : [],
    body,
    lang: 'es',
    icon: `${scope}icons/icon-192.png`,
    badge: `${scope}icons/icon-192.png`,
    data: about ?? {},
  };
  return self.registration.showNotification(title, options);
}

/** Resolves to true when the window confirms that it handles the message. */
function ask(client: WindowClient, message: object): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', () => resolve(true), { once: true });
    setTimeout(resolve, answerMs, false);
  });
  port1.start();
  client.postMessage(message, [port2]);
  return answered;
}

const rank = (client: WindowClient): number => (client.focused ? 2 : client.visibilityState === 'visible' ? 1 : 0);

/** The window that a person looks at, else any of this app; undefined without one. */
async function bestWindow(): Promise<WindowClient | undefined> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.toSorted((a, b) => rank(b) - rank(a))[0];
}

/** Opens the screen on which a customer follows their order, in an existing window, else in a new one. */
async function follow({ storeId, orderId }: AboutOrder): Promise<void> {
  const address = `${scope}customer/${storeId}/order/${orderId}`;
  const best = await bestWindow();
  await best?.focus().catch(() => null);
  // A window that this worker does not control cannot be led anywhere.
  const led = await best?.navigate(address).catch(() => null);
  if (!led) await self.clients.openWindow(address);
}

/** The staff's page for it, without the scope. The hash of the board's says what to do with the order. */
const pageOf = (about: About, accept: boolean): string =>
  'requestId' in about
    ? `${about.storeId}/guests`
    : `${about.storeId}/orders/kanban#${accept ? 'aceptar' : 'ver'}-${about.orderId}`;

/** Opens what it is about in an existing window, without a reload, else in a new one. */
async function open(about: About | null, accept: boolean): Promise<void> {
  const best = await bestWindow();
  if (best) await best.focus().catch(() => null);
  if (!about) {
    if (!best) await self.clients.openWindow(scope);
    return;
  }
  const page = pageOf(about, accept);
  if (best && (await ask(best, { type: 'OPEN_PAGE', path: `/${page}` }))) return;
  await self.clients.openWindow(`${scope}${page}`);
}

/**
 * Shows notifications of new orders, with 'Aceptar' (F-08, R-42), and of what guests ask for. It never touches the
 * outbox: the page accepts the order.
 */
export function handlePushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(wordsOf(event.data))));

  self.addEventListener('notificationclick', (event) => {
    const data: unknown = event.notification.data;
    event.notification.close();
    const about = isObject(data) ? aboutOf(data) : null;
    const isOwn = about !== null && 'own' in about && about.own;
    event.waitUntil(isOwn ? follow(about) : open(about, event.action === 'accept'));
  });

  self.addEventListener('message', (event) => {
    const data: unknown = event.data;
    if (!isObject(data) || data['type'] !== 'SHOW_ORDER') return;
    const words = { title: textOr(data['title'], product.name), body: textOr(data['body'], '') };
    event.waitUntil(show({ ...words, about: aboutOf(data) }));
  });
}
