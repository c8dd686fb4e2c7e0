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

interface About {
  readonly storeId: number;
  readonly orderId: number;
}

interface Words {
  readonly title: string;
  readonly body: string;
  /** The order on the store's board; null = nothing to accept, only the app to open. */
  readonly about: About | null;
  /** The order that its customer follows; null = another notification. */
  readonly own: About | null;
  /** Notifications with the same tag replace each other. */
  readonly tag: string;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value : otherwise;

const aboutOf = (storeId: unknown, orderId: unknown): About | null =>
  isId(storeId) && isId(orderId) ? { storeId, orderId } : null;

const noOrder = 'news';
const tagOf = (order: About | null): string => (order ? `order-${order.orderId}` : noOrder);

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
  const order = aboutOf(data['store_id'], data['order_id']);
  // For the order's customer, who has no board of that store.
  const isOwn = data['kind'] === 'changed';
  return {
    title: textOr(said['title'], product.name),
    body: textOr(said['body'], said['title'] === undefined ? pushWithoutWords : ''),
    about: isOwn ? null : order,
    own: isOwn ? order : null,
    tag: isOwn ? `own-${tagOf(order)}` : tagOf(order),
  };
}

/** A second push about an order replaces its notification and alerts again. */
function show({ title, body, about, own, tag }: Words): Promise<void> {
  const order: Options = {
    tag,
    renotify: tag !== noOrder,
    ...(about && { requireInteraction: true, actions: [{ action: 'accept', title: stepLabels.ACCEPTED }] }),
  };
  return self.registration.showNotification(title, {
    ...order,
    body,
    lang: 'es',
    icon: `${scope}icons/icon-192.png`,
    badge: `${scope}icons/icon-192.png`,
    data: about ?? (own && { ...own, own: true }) ?? {},
  } satisfies Options);
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

/** Opens the screen on which a customer follows their order, in an existing window, else in a new one. */
async function follow({ storeId, orderId }: About): Promise<void> {
  const address = `${scope}customer/${storeId}/order/${orderId}`;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const best = windows.toSorted((a, b) => rank(b) - rank(a))[0];
  await best?.focus().catch(() => null);
  // A window that this worker does not control cannot be led anywhere.
  const led = await best?.navigate(address).catch(() => null);
  if (!led) await self.clients.openWindow(address);
}

/** Opens the order in an existing window, else in a new one with the action in its URL. */
async function open(about: About | null, accept: boolean): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const best = windows.toSorted((a, b) => rank(b) - rank(a))[0];
  if (best) await best.focus().catch(() => null);
  if (!about) {
    if (!best) await self.clients.openWindow(scope);
    return;
  }
  if (best && (await ask(best, { type: 'OPEN_ORDER', ...about, accept }))) return;
  const what = accept ? 'aceptar' : 'ver';
  await self.clients.openWindow(`${scope}${about.storeId}/orders/kanban#${what}-${about.orderId}`);
}

const rank = (client: WindowClient): number => (client.focused ? 2 : client.visibilityState === 'visible' ? 1 : 0);

/**
 * Shows notifications of new orders, with 'Aceptar' (F-08, R-42). It never touches the outbox: the page accepts the
 * order.
 */
export function handlePushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(wordsOf(event.data))));

  self.addEventListener('notificationclick', (event) => {
    const data: unknown = event.notification.data;
    event.notification.close();
    const about = isObject(data) ? aboutOf(data['storeId'], data['orderId']) : null;
    const isOwn = isObject(data) && data['own'] === true;
    event.waitUntil(isOwn && about ? follow(about) : open(about, event.action === 'accept'));
  });

  self.addEventListener('message', (event) => {
    const data: unknown = event.data;
    if (!isObject(data) || data['type'] !== 'SHOW_ORDER') return;
    const about = aboutOf(data['storeId'], data['orderId']);
    const words = { title: textOr(data['title'], product.name), body: textOr(data['body'], '') };
    event.waitUntil(show({ ...words, about, own: null, tag: tagOf(about) }));
  });
}
