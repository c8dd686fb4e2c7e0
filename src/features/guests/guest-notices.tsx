import { useEffect, useEffectEvent, useRef } from 'react';
import { playAlertSound, useSound } from '#data/alerts/sound.ts';
import { useGuestRequests } from '#data/guests/guest-requests.ts';
import { useGuestEvents } from '#data/store/guest-events.ts';
import type { Store } from '#domain/store.ts';
import { closeNotices } from '#platform/notifications.ts';
import { guestRequestTitle } from '#texts/guests.ts';
import { toast } from '#ui/toast/toast.ts';
import { guestNoticeTexts as texts } from './texts.ts';

const noticeId = 'guest-requests';

/** The requests that this page has told, in any store. */
const told = new Set<number>();

interface GuestNoticesProps {
  readonly store: Store;
  /** Their list is on screen: what is new is announced and heard, and no notice covers it. */
  readonly onList: boolean;
  readonly onSee: () => void;
}

/** Tells new requests of guests: a notice and the sound of a new order. Renders nothing. */
export function GuestNotices({ store, onList, onSee }: GuestNoticesProps) {
  const { data: requests } = useGuestRequests(store);
  const { ids } = useGuestEvents();
  /** What the first list had: the count tells it, unless an event did. */
  const counted = useRef<ReadonlySet<number> | null>(null);
  const tell = useEffectEvent((listed: NonNullable<typeof requests>, heard: ReadonlySet<number>): void => {
    const now = listed.filter(({ state }) => state === 'waiting');
    const ended = listed.filter(({ state }) => state !== 'waiting').map(({ id }) => id);
    void closeNotices('guest', ended).catch(() => {});
    const old = (counted.current ??= new Set(now.map(({ id }) => id)));
    const fresh = now.filter(({ id }) => !told.has(id) && (heard.has(id) || !old.has(id)));
    for (const { id } of fresh) told.add(id);
    if (now.length === 0) toast.dismiss(noticeId);
    const [first] = fresh;
    if (first === undefined) return;
    if (useSound.getState().mode !== null) void playAlertSound('order');
    const text = fresh.length === 1 ? guestRequestTitle(first.description, first.kind) : texts.many(now.length);
    const notice = { kind: 'order', text } as const;
    toast.record(notice);
    if (!onList) toast.show({ ...notice, id: noticeId, recorded: true, action: { label: texts.see, onAction: onSee } });
  });
  useEffect(() => {
    if (requests) tell(requests, ids);
  }, [requests, ids]);
  useEffect(() => {
    if (onList) toast.dismiss(noticeId);
  }, [onList]);
  return null;
}
