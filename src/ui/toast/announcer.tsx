import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

export type Politeness = 'polite' | 'assertive';

interface Said {
  readonly text: string;
  readonly turn: number;
}

type Speech = Readonly<Record<Politeness, Said>>;

const silence: Speech = { polite: { text: '', turn: 0 }, assertive: { text: '', turn: 0 } };
let speech = silence;
const listeners = new Set<() => void>();

/** Announces a text through the two live regions of the application. A repeated text is announced again. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  speech = { ...speech, [politeness]: { text, turn: speech[politeness].turn + 1 } };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Render it once. It is outside the root, because an overlay makes the root inert and screen readers skip inert
 * regions.
 */
export function Announcer() {
  const { polite, assertive } = useSyncExternalStore(
    subscribe,
    () => speech,
    () => silence,
  );
  return createPortal(
    <div className="visually-hidden" data-live-regions="">
      {/* A new key replaces the node, so that screen readers read a repeated text again. */}
      <output aria-live="polite">
        <span key={polite.turn}>{polite.text}</span>
      </output>
      <div aria-live="assertive" role="alert">
        <span key={assertive.turn}>{assertive.text}</span>
      </div>
    </div>,
    document.body,
  );
}
