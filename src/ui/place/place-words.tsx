import type { PlaceState } from '#domain/order-group.ts';
import { pendingText } from '#texts/groups.ts';
import { StateTag } from '#ui/feedback/badge.tsx';
import type { OrderState } from '#ui/state-shapes.tsx';
import styles from './place-words.module.css';

/** The shape and colour of a place's state: red, blue, green, neutral (G-08). */
export const placeShapes: Readonly<Record<PlaceState, OrderState>> = {
  waiting: 'waiting',
  paying: 'paying',
  open: 'ready',
  free: 'neutral',
};

interface PlaceWordsProps {
  readonly description: string;
  /** The printed code; left out where the description says enough. */
  readonly code?: string;
  readonly state: PlaceState;
  readonly waiting: number;
  /** The total of an open table, written in the store's currency; null without one (G-13). */
  readonly total: string | null;
  /** How long the table has been open, as 'hace 1 h 20 min'; null without a table. */
  readonly openFor?: string | null;
}

/** What a table or a bar place says of itself: its name, what waits there, and the total while it is open (G-07). */
export function PlaceWords({ description, code, state, waiting, total, openFor = null }: PlaceWordsProps) {
  return (
    <>
      <span className={styles['name']}>
        <b>{description}</b>
        {code === undefined ? null : <span className={styles['quiet']}>{code}</span>}
        {openFor === null ? null : <span className={styles['quiet']}>{openFor}</span>}
      </span>
      <span className={styles['state']}>
        {state === 'free' ? (
          <span className={styles['quiet']}>{pendingText(state, waiting)}</span>
        ) : (
          <StateTag state={placeShapes[state]}>{pendingText(state, waiting)}</StateTag>
        )}
        {total === null ? null : <b className={styles['total']}>{total}</b>}
      </span>
    </>
  );
}
