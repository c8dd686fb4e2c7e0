import { isObject } from '#domain/unknown.ts';
import { appWorker } from './worker.ts';

export type NotificationPermissionNow = 'missing' | 'denied' | 'ask' | 'granted';

export function notificationPermission(): NotificationPermissionNow {
  if (!('Notification' in window)) return 'missing';
  return Notification.permission === 'default' ? 'ask' : Notification.permission;
}

/** A notification that both the page and the worker can show. Both use the same tag, so it appears once. */
export interface OrderNotice {
  readonly storeId: number;
  readonly orderId: number;
  readonly title: string;
  readonly body: string;
}

/** Shows a notification, if it is permitted and the page is hidden. */
export async function notifyOfOrder(notice: OrderNotice): Promise<void> {
  if (document.visibilityState === 'visible' || notificationPermission() !== 'granted') return;
  const worker = (await appWorker())?.active;
  worker?.postMessage({ type: 'SHOW_ORDER', ...notice });
}

/** Closes the notification of an order that no longer waits, in all windows of this app. */
export async function closeOrderNotice(orderId: number): Promise<void> {
  const shown = (await (await appWorker())?.getNotifications({ tag: `order-${orderId}` })) ?? [];
  for (const notification of shown) notification.close();
}

/** A person tapped a notification: its order, and whether they tapped 'Aceptar'. */
export interface OpenOrder {
  readonly storeId: number;
  readonly orderId: number;
  readonly accept: boolean;
}

/** Calls when the worker asks this window to show an order. Confirms to the worker that the window handles it. */
export function onOpenOrder(open: (order: OpenOrder) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const stop = new AbortController();
  const hear = ({ data, ports }: MessageEvent<unknown>): void => {
    if (!isOpenOrder(data)) return;
    ports[0]?.postMessage('here');
    open({ storeId: data.storeId, orderId: data.orderId, accept: data.accept });
  };
  navigator.serviceWorker.addEventListener('message', hear, { signal: stop.signal });
  navigator.serviceWorker.startMessages();
  return () => stop.abort();
}

const isOpenOrder = (data: unknown): data is OpenOrder =>
  isObject(data) &&
  data['type'] === 'OPEN_ORDER' &&
  typeof data['storeId'] === 'number' &&
  typeof data['orderId'] === 'number' &&
  typeof data['accept'] === 'boolean';

/** Sets the number on the installed app's icon; 0 removes it. Does nothing where badges are not supported. */
export function setBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // The permission may be missing. The page title shows the number, too.
  done.catch(() => {});
}
