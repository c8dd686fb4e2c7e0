import { useEffect, useEffectEvent, useRef } from 'react';
import { playAlertSound, useSound } from '#data/alerts/sound.ts';
import { useGuestRequests } from '#data/guests/guest-requests.ts';
import type { Store } from '#domain/store.ts';
import { closeNotices } from '#platform/notifications.ts';
import { guestRequestTitle } from '#texts/guests.ts';
import { toast } from '#ui/toast/toast.ts';
import { guestNoticeTexts as texts } from './texts.ts';

const noticeId = 'guest-requests';

interface GuestNoticesProps {
  readonly store: Store;
  /** Their list is on screen: what is new is announced and heard, and no notice covers it. */
  readonly onList: boolean;
  readonly onSee: () => void;
}

/** Tells new requests of guests: a notice and the sound of a new order. Renders nothing. */
export function GuestNotices({ store, onList, onSee }: GuestNoticesProps) {
  const { data: requests } = useGuestRequests(store);
  /** The requests that were told; null before the first list, whose requests the count tells. */
  const told = useRef<ReadonlySet<number> | null>(null);
  const tell = useEffectEvent((listed: NonNullable<typeof requests>): void => {
    const now = listed.filter(({ state }) => state === 'waiting');
    const ended = listed.filter(({ state }) => state !== 'waiting').map(({ id }) => id);
    void closeNotices('guest', ended).catch(() => {});
    const fresh = now.filter(({ id }) => told.current !== null && !told.current.has(id));
    told.current = new Set(now.map(({ id }) => id));
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
    if (requests) tell(requests);
  }, [requests]);
  useEffect(() => {
    if (onList) toast.dismiss(noticeId);
  }, [onList]);
  return null;
}
