import type { ComponentType, ReactNode } from 'react';
import { answersGuests, useWaitingGuests } from '#data/guests/guest-requests.ts';
import type { Store } from '#domain/store.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconBell } from '#ui/icons.tsx';
import { RailItemContent } from '#ui/layout/rail.tsx';
import { guestsTexts, waitingLabel } from './texts.ts';

interface GuestsEntryProps {
  readonly store: Store;
  /** A router link to the list. */
  readonly link: ComponentType<{ readonly storeId: number; readonly children: ReactNode }>;
}

/** Entry of the side menu with the number of requests that wait, where guests are let in. */
export function GuestsEntry({ store, link: ToList }: GuestsEntryProps) {
  const count = useWaitingGuests(store)?.length ?? 0;
  if (!answersGuests(store)) return null;
  return (
    <ToList storeId={store.id}>
      <RailItemContent count={count} countLabel={waitingLabel(count)} icon={<IconBell />} label={guestsTexts.title} />
    </ToList>
  );
}

/** Button of the board, shown while tables wait for an answer. */
export function GuestsButton({ store, onSee }: { readonly store: Store; readonly onSee: () => void }) {
  const count = useWaitingGuests(store)?.length ?? 0;
  if (count === 0) return null;
  return <IconButton count={count} icon={<IconBell />} label={guestsTexts.button(count)} onClick={onSee} />;
}
