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

/**
 * Closes the notifications of what waits no longer, in all windows of this app: `order-` or `guest-` with the ids of
 * orders or of requests.
 */
export async function closeNotices(of: 'order' | 'guest', ids: readonly number[]): Promise<void> {
  // Without the permission there is none, and asking the worker takes time that a busy board needs.
  if (ids.length === 0 || notificationPermission() !== 'granted') return;
  const over = new Set(ids.map((id) => `${of}-${id}`));
  const shown = (await (await appWorker())?.getNotifications()) ?? [];
  for (const notification of shown) if (over.has(notification.tag)) notification.close();
}

/**
 * Calls when a person tapped a notification and the worker asks this window to show a page, by its path in the app.
 * Confirms to the worker that the window handles it.
 */
export function onOpenPage(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const stop = new AbortController();
  const hear = ({ data, ports }: MessageEvent<unknown>): void => {
    if (!isObject(data) || data['type'] !== 'OPEN_PAGE' || typeof data['path'] !== 'string') return;
    ports[0]?.postMessage('here');
    open(data['path']);
  };
  navigator.serviceWorker.addEventListener('message', hear, { signal: stop.signal });
  navigator.serviceWorker.startMessages();
  return () => stop.abort();
}

/** Sets the number on the installed app's icon; 0 removes it. Does nothing where badges are not supported. */
export function setBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // The permission may be missing. The page title shows the number, too.
  done.catch(() => {});
}
