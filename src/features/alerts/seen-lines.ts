import type { OrderReceipts } from '#data/orders/order-receipts-query.ts';
import { instantFromIso, wallTime } from '#domain/time.ts';
import { deviceLabel } from '#texts/device.ts';
import { alertTexts } from './texts.ts';

export interface SeenLine {
  readonly id: string;
  /**
   * device: a user acknowledged the order, or the device received it without a sound. sounded: the device played the
   * sound, but no user acknowledged. server: an action of the server.
   */
  readonly kind: 'device' | 'sounded' | 'server';
  readonly text: string;
  /** The other stages on the same device; null when there are none. */
  readonly detail: string | null;
}

/**
 * One line per device («Lo vio Ana en Chrome en Android a las 20:14 · Sonó a las 20:13»), then the server's actions.
 */
export function seenLines({ devices, pushed_at, owner_told_at, push }: OrderReceipts, zone: string): SeenLine[] {
  const hour = (iso: string): string => {
    const at = instantFromIso(iso);
    return at === null ? '' : wallTime(at, zone).hour;
  };
  const lines = devices.map((seen, index): SeenLine => {
    const device = deviceLabel(seen.device);
    const stages = [
      seen.received === null ? null : alertTexts.arrivedAt(hour(seen.received)),
      seen.displayed === null ? null : alertTexts.displayedAt(hour(seen.displayed)),
      seen.sounded === null ? null : alertTexts.soundedAt(hour(seen.sounded)),
    ].filter((text) => text !== null);
    const touched = seen.acknowledged !== null;
    return {
      id: `device-${index}`,
      kind: !touched && seen.sounded !== null ? 'sounded' : 'device',
      text:
        seen.acknowledged === null
          ? alertTexts.reached(seen.user.fullname, device)
          : alertTexts.acknowledgedAt(seen.user.fullname, device, hour(seen.acknowledged)),
      detail: stages.length === 0 ? null : stages.join(' · '),
    };
  });
  const told = push === 'beams' ? alertTexts.pushed : alertTexts.pushedSandbox;
  if (pushed_at !== null) lines.push({ id: 'pushed', kind: 'server', text: told(hour(pushed_at)), detail: null });
  if (owner_told_at !== null)
    lines.push({ id: 'owner', kind: 'server', text: alertTexts.ownerTold(hour(owner_told_at)), detail: null });
  return lines;
}
