import { create } from 'zustand';
import { wakeIn } from '#platform/clock.ts';

const flashMs = 1_000;

/** uids of the cards that flash, because a change of theirs was refused. It outlives the board. */
export const useFlashingCards = create<ReadonlySet<string>>()(() => new Set<string>());

/** Lets these cards flash for a second. */
export function flashCards(uids: readonly string[]): void {
  if (uids.length === 0) return;
  const { getState, setState } = useFlashingCards;
  setState(new Set([...getState(), ...uids]), true);
  wakeIn(flashMs, () => setState(new Set([...getState()].filter((uid) => !uids.includes(uid))), true));
}
