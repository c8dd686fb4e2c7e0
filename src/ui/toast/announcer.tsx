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

/** Says a text once through the application's only two live regions. The same text twice is said twice. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  speech = { ...speech, [politeness]: { text, turn: speech[politeness].turn + 1 } };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Once in the application. Stands beside the root, because an overlay makes the root inert and inert regions are not read. */
export function Announcer() {
  const { polite, assertive } = useSyncExternalStore(
    subscribe,
    () => speech,
    () => silence,
  );
  return createPortal(
    <div className="visually-hidden" data-live-regions="">
      {/* A new key replaces the node, so that an equal text is a change and is read again. */}
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
