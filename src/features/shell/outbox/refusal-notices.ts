import { useEffect, useEffectEvent, useRef } from 'react';
import { flashCards } from '#data/orders/flashing-cards.ts';
import type { PendingWork } from '#data/orders/orders.ts';
import { currentOrder, dismissRejected, isAboutOrder, usePendingWork } from '#data/orders/orders.ts';
import { changeTitle, reasonOf } from '#data/outbox/changes.ts';
import { isAwaited } from '#data/outbox/command-end.ts';
import type { Instant } from '#domain/time.ts';
import { deviceClock } from '#platform/clock.ts';
import { notAppliedText } from '#texts/changes.ts';
import { errorTexts } from '#texts/errors.ts';
import { toast } from '#ui/toast/toast.ts';
import { outboxTexts } from './texts.ts';

type Refused = PendingWork['rejected'][number];

/**
 * The text of a refused change. `items` are the commands of one entity that ended together: the server refused the first,
 * the others depended on it. `number` is the order's, null without one.
 */
export function refusalText(items: readonly Refused[], number: number | null, now: Instant, zone: string): string {
  const [first] = items;
  const last = items.at(-1);
  if (!first || !last) return '';
  if (first.kind === 'expired' && isAboutOrder(first.entry)) return outboxTexts.expired(number);
  return notAppliedText(reasonOf(first, last.entry), number, now, zone);
}

interface RefusalNoticesProps {
  readonly zone: string;
  /** The commands that were refused before these screens opened: the tray has shown them. */
  readonly before: ReadonlySet<string>;
  /** Called with the uid of each order of which a change was refused. */
  readonly onOrder: (uid: string) => void;
}

/** Tells each refusal once, whatever screen is open, and lets the order's card flash. The items stay in the tray. */
export function RefusalNotices({ zone, before, onOrder }: RefusalNoticesProps): null {
  const { rejected } = usePendingWork();
  const told = useRef(new Set(before));
  const onRejected = useEffectEvent((all: readonly Refused[]): void => {
    const news = all.filter(({ entry: { cmdId } }) => !told.current.has(cmdId) && !isAwaited(cmdId));
    for (const { entry } of news) told.current.add(entry.cmdId);
    const ids = [...new Set(news.map(({ entry }) => entry.entityId))];
    for (const id of ids)
      tell(
        news.filter(({ entry }) => entry.entityId === id),
        { zone, onOrder },
      );
    flashCards(ids);
  });
  useEffect(() => onRejected(rejected), [rejected]);
  return null;
}

function tell(items: readonly Refused[], { zone, onOrder }: Pick<RefusalNoticesProps, 'zone' | 'onOrder'>): void {
  const [first] = items;
  const last = items.at(-1);
  if (!first || !last) return;
  const { entry } = first;
  if (isAboutOrder(entry)) onOrder(entry.entityId);
  // A bulk action shows all its refusals in one notice.
  if (entry.batchId !== null) return;
  const number = currentOrder(entry.entityId)?.number ?? null;
  const text = refusalText(items, number, deviceClock.now(), zone);
  // Another person has done before what this command wanted.
  if (items.length === 1 && reasonOf(first).isSame) {
    toast.show({ kind: 'info', text });
    void dismissRejected([entry.cmdId]);
    return;
  }
  const title =
    first.code === 'conflict' ? errorTexts.conflict : outboxTexts.notApplied(changeTitle(last.entry, number));
  // The server's messages are the lines of the text (B-32).
  for (const message of text.split('\n')) toast.show({ kind: 'error', title, text: message });
}
