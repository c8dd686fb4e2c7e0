import { appWorker } from './worker.ts';

export type NotificationPermissionNow = 'missing' | 'denied' | 'ask' | 'granted';

export function notificationPermission(): NotificationPermissionNow {
  if (!('Notification' in window)) return 'missing';
  return Notification.permission === 'default' ? 'ask' : Notification.permission;
}

/** What the worker shows is shown by the page too, when it is not in front: same tag, so never twice. */
export interface OrderNotice {
  readonly storeId: number;
  readonly orderId: number;
  readonly title: string;
  readonly body: string;
}

/** Only where it was allowed before, and only while nobody looks at the page. */
export async function notifyOfOrder(notice: OrderNotice): Promise<void> {
  if (document.visibilityState === 'visible' || notificationPermission() !== 'granted') return;
  const worker = (await appWorker())?.active;
  worker?.postMessage({ type: 'SHOW_ORDER', ...notice });
}

/** The order does not wait any more: its notice goes away, here and wherever this app is open. */
export async function closeOrderNotice(orderId: number): Promise<void> {
  const shown = (await (await appWorker())?.getNotifications({ tag: `order-${orderId}` })) ?? [];
  for (const notification of shown) notification.close();
}

/** Somebody tapped a notification: which order, and whether on 'Aceptar'. */
export interface OpenOrder {
  readonly storeId: number;
  readonly orderId: number;
  readonly accept: boolean;
}

/** Calls when the worker asks this window to show an order; the worker is told that somebody listens. */
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
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  data.type === 'OPEN_ORDER' &&
  'storeId' in data &&
  typeof data.storeId === 'number' &&
  'orderId' in data &&
  typeof data.orderId === 'number' &&
  'accept' in data &&
  typeof data.accept === 'boolean';
