import { useEffect, useEffectEvent, useRef } from 'react';
import { reasonOf } from '#data/outbox/changes.ts';
import { flashCards, useFlashingCards } from '#data/orders/flashing-cards.ts';
import type { PendingWork, Folded } from '#data/orders/orders.ts';
import type { Order } from '#domain/order.ts';
import { dismissRejected, isAboutOrder, usePendingWork } from '#data/orders/orders.ts';
import type { Instant } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { notAppliedText } from '#texts/changes.ts';
import { errorTexts } from '#texts/errors.ts';
import { toast } from '#ui/toast/toast.ts';
import { withdrawUndo } from './actions/move-order.ts';
import { moveTexts } from './actions/move-texts.ts';
import { boardTexts } from './texts.ts';

type Refused = PendingWork['rejected'][number];

/**
 * The text of a refused change. `items` are the commands of one order that ended together: the server refused the
 * first, the others depended on it. `number` is the order's, null without one.
 */
export function refusalText(items: readonly Refused[], number: number | null, now: Instant, zone: string): string {
  const [first] = items;
  const last = items.at(-1);
  if (!first || !last) return moveTexts.notSaved;
  if (first.kind === 'expired') return boardTexts.expired(number);
  return notAppliedText(reasonOf(first, last.entry), number, now, zone);
}

/** Shows each refusal once and returns the uids of the cards to flash; the items stay in the tray. */
export function useRefusals(orders: readonly Folded<Order>[], zone: string): ReadonlySet<string> {
  const { rejected } = usePendingWork();
  const told = useRef<Set<string> | null>(null);
  const onRejected = useEffectEvent((all: typeof rejected): void => {
    // Items that were in the tray when the board opened have been shown before.
    const before = (told.current ??= new Set(all.map((r) => r.entry.cmdId)));
    const news = all.filter((r) => isAboutOrder(r.entry) && !before.has(r.entry.cmdId));
    for (const item of all) before.add(item.entry.cmdId);
    const uids = [...new Set(news.map((r) => r.entry.entityId))];
    for (const uid of uids) {
      const number = orders.find((o) => o.body.uid === uid)?.body.number ?? null;
      const items = news.filter((r) => r.entry.entityId === uid);
      const [first] = items;
      withdrawUndo(uid);
      // A bulk action shows all its refusals in one notice.
      if (!first || first.entry.batchId !== null) continue;
      const text = refusalText(items, number, deviceClock.now(), zone);
      // Another person has done before what this command wanted.
      if (items.length === 1 && reasonOf(first).isSame) {
        toast.show({ kind: 'info', text });
        void dismissRejected([first.entry.cmdId]);
        continue;
      }
      const title = first.code === 'conflict' ? errorTexts.conflict : moveTexts.notSaved;
      // The server's messages are the lines of the text (B-32).
      for (const message of text.split('\n')) toast.show({ kind: 'error', title, text: message });
    }
    flashCards(uids);
  });
  useEffect(() => onRejected(rejected), [rejected]);
  return useFlashingCards();
}
