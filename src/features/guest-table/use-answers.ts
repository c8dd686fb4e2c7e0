import { useEffect, useRef } from 'react';
import type { GuestRequest } from '#contract/wire/guests.ts';
import { tellGuest } from './guest-refusal.ts';
import { answerText } from './texts.ts';

/** Tells the guest when somebody answers one of their requests while the page is open. */
export function useAnswers(requests: readonly GuestRequest[] | undefined): void {
  const waited = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!requests) return;
    for (const { key, kind, state, order_number, reason } of requests) {
      if (!waited.current.has(key) || (state !== 'accepted' && state !== 'rejected')) continue;
      const text = [answerText(kind, state, order_number), reason].filter(Boolean).join(' ');
      tellGuest(state === 'accepted' ? 'success' : 'error', text);
    }
    waited.current = new Set(requests.flatMap((r) => (r.state === 'waiting' ? [r.key] : [])));
  }, [requests]);
}
