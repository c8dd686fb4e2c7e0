import { pushTexts } from '#texts/alerts.ts';
import { toast } from './toast.ts';

/** Shows the result of the permission request for notifications. */
export function tellPushStarted(end: 'registered' | 'denied' | 'failed', onHowTo?: () => void): void {
  if (end === 'registered') {
    toast.show({ id: 'push', kind: 'success', text: pushTexts.activated });
    return;
  }
  const action = onHowTo && end === 'denied' ? { action: { label: pushTexts.howTo, onAction: onHowTo } } : {};
  toast.show({ id: 'push', kind: 'error', text: end === 'denied' ? pushTexts.denied : pushTexts.failed, ...action });
}
