import { createPortal } from 'react-dom';
import { create } from 'zustand';

export type Politeness = 'polite' | 'assertive';

interface Said {
  readonly text: string;
  readonly turn: number;
}

const silence: Said = { text: '', turn: 0 };
const useSpeech = create<Readonly<Record<Politeness, Said>>>()(() => ({ polite: silence, assertive: silence }));

/** Announces a text through the two live regions of the application. A repeated text is announced again. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  useSpeech.setState((now) => ({ [politeness]: { text, turn: now[politeness].turn + 1 } }));
}

/**
 * Render it once. It is outside the root, because an overlay makes the root inert and screen readers skip inert
 * regions.
 */
export function Announcer() {
  const { polite, assertive } = useSpeech();
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
