/** One tone of a signal. */
export interface Note {
  readonly hz: number;
  readonly fromMs: number;
  readonly lengthMs: number;
}

/**
 * locked: the browser waits for a first touch · refused: it was touched and still plays nothing · missing: this browser
 * has no Web Audio.
 */
export type SoundState = 'ready' | 'locked' | 'refused' | 'missing';

export interface Speaker {
  state(): SoundState;
  /** Calls on every change; the answer stops it. */
  subscribe(listener: () => void): () => void;
  /** `volume` 0 to 1. True when it was really played to its end. */
  play(notes: readonly Note[], volume: number): Promise<boolean>;
  /** Asks again, from inside a tap or a key. */
  unlock(): void;
}

/** What browsers take as a touch: some count the press, some only the release. */
const gestures = ['pointerdown', 'pointerup', 'touchend', 'keydown', 'click'] as const;
/** Whoever was touched and is not running after this will not run. */
const patienceMs = 1_500;
const attackSeconds = 0.01;
const silence = 0.0001;

let speaker: Speaker | null = null;

/** The loudspeaker of this page; the first call opens it. Any first touch or key unlocks it (N-51). */
export function openSpeaker(): Speaker {
  speaker ??= 'AudioContext' in window ? makeSpeaker() : mute;
  return speaker;
}

const mute: Speaker = {
  state: () => 'missing',
  subscribe: () => () => {},
  play: () => Promise.resolve(false),
  unlock: () => {},
};

function makeSpeaker(): Speaker {
  const context = new AudioContext();
  const listeners = new Set<() => void>();
  /** A touch was not enough, or a signal never came to its end. */
  let refused = false;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const setRefused = (now: boolean): void => {
    if (refused === now) return;
    refused = now;
    tell();
  };
  const state = (): SoundState => {
    if (refused) return 'refused';
    return context.state === 'running' ? 'ready' : 'locked';
  };
  const unlock = (): void => {
    if (context.state === 'running') return;
    context.resume().catch(() => setRefused(true));
    setTimeout(() => setRefused(context.state !== 'running'), patienceMs);
  };
  /** A page that has just been opened takes a moment until its sound runs. */
  const started = (): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (): void => resolve(context.state === 'running');
      if (context.state === 'running') return answer();
      context.addEventListener('statechange', answer, { once: true });
      return void setTimeout(answer, patienceMs);
    });
  context.addEventListener('statechange', () => {
    if (context.state === 'running') refused = false;
    tell();
  });
  // A call or another app may take the sound away at any time: every touch is a chance to get it back.
  for (const name of gestures) addEventListener(name, unlock, { capture: true, passive: true });

  return {
    state,
    unlock,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async play(notes, volume) {
      if (notes.length === 0 || !(await started())) return false;
      const start = context.currentTime + 0.02;
      const ends = notes.map((note) => playNote(context, note, start, volume));
      const lengthMs = Math.max(...notes.map((n) => n.fromMs + n.lengthMs));
      const played = await Promise.race([
        Promise.all(ends).then(() => true),
        new Promise<false>((resolve) => void setTimeout(resolve, lengthMs + patienceMs, false)),
      ]);
      // Without a device for it the clock of the sound stands still: running, and yet nobody hears anything.
      setRefused(!played);
      return played;
    },
  };
}

/** A soft-edged tone with its octave on top: heard through the noise of a kitchen, without a click at either end. */
function playNote(context: AudioContext, note: Note, start: number, volume: number): Promise<void> {
  const from = start + note.fromMs / 1000;
  const until = from + note.lengthMs / 1000;
  const gain = context.createGain();
  gain.gain.setValueAtTime(silence, from);
  gain.gain.linearRampToValueAtTime(Math.max(volume, silence), from + attackSeconds);
  gain.gain.exponentialRampToValueAtTime(silence, until);
  gain.connect(context.destination);
  const tones = [1, 2].map((multiple) => {
    const tone = context.createOscillator();
    tone.type = multiple === 1 ? 'triangle' : 'sine';
    tone.frequency.value = note.hz * multiple;
    tone.connect(gain);
    tone.start(from);
    tone.stop(until);
    return tone;
  });
  return new Promise((resolve) =>
    tones[0]?.addEventListener('ended', () => {
      gain.disconnect();
      resolve();
    }),
  );
}
