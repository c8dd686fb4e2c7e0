import { useCallback, useState, useSyncExternalStore } from 'react';
import { useFreshness } from '#data/store/freshness.ts';
import { useNetwork } from '#data/device/device.ts';
import { deviceClock, every } from '#platform/clock.ts';
import { cx } from '#ui/class-names.ts';
import { DataAge } from '#ui/feedback/data-age.tsx';
import { IconWarning } from '#ui/icons.tsx';
import { dataAgeSeconds, oldDataSeconds } from './board-columns.ts';
import styles from './order-board.module.css';
import { boardTexts } from './texts.ts';

const ageCheckMs = 5_000;

function onAge(listener: () => void): () => void {
  const stops = [useFreshness.subscribe(listener), useNetwork.subscribe(listener), every(ageCheckMs, listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Rounds to ten seconds, so that React renders only when the text changes. */
const inTens = (seconds: number | null): number | null =>
  seconds === null || seconds < 0 ? seconds : seconds - (seconds % 10);

/** Seconds since the server confirmed the board; null = just now, -1 = unknown. */
export function useBoardAge(): number | null {
  const [openedAt] = useState(() => deviceClock.mono());
  const read = useCallback(() => {
    const { confirmedAt, knownAt } = useFreshness.getState();
    const { online } = useNetwork.getState();
    const facts = { confirmedAt, knownAt, openedAt, online, mono: deviceClock.mono(), wall: deviceClock.now() };
    return inTens(dataAgeSeconds(facts));
  }, [openedAt]);
  return useSyncExternalStore(onAge, read);
}

/**
 * The age of the board: nothing while the server confirms it, amber from two minutes on. When the server refuses the
 * socket (close code 4001), it says so: the board then polls.
 */
export function BoardAge() {
  const age = useBoardAge();
  const refused = useFreshness((s) => !s.connected && s.refused !== null);
  if (age === null && !refused) return null;
  const old = age === -1 || (age !== null && age >= oldDataSeconds);
  return (
    <span className={cx(styles['age'], (old || refused) && styles['old'])} data-age={old ? 'old' : 'aging'}>
      {refused ? (
        <span>
          <IconWarning size={18} />
          {boardTexts.refused}
        </span>
      ) : null}
      {age === -1 ? (
        <span>
          <IconWarning size={18} />
          {boardTexts.unconfirmed}
        </span>
      ) : age === null ? null : (
        <DataAge seconds={age} />
      )}
    </span>
  );
}
