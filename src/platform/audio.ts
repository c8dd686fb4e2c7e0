/** One tone of a sound. */
export interface Note {
  readonly hz: number;
  readonly fromMs: number;
  readonly lengthMs: number;
}

/**
 * locked: the browser needs a first tap. refused: it still plays nothing after a tap. missing: this browser has no Web
 * Audio.
 */
export type SoundState = 'ready' | 'locked' | 'refused' | 'missing';

export interface Speaker {
  state(): SoundState;
  /** Calls the listener on every change. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** `volume` is 0 to 1. Resolves to true if the sound really played to its end. */
  play(notes: readonly Note[], volume: number): Promise<boolean>;
  /** Resumes the sound. Must be called inside a tap or key press. */
  unlock(): void;
}

/** The events that unlock sound: some browsers accept the press, some only the release. */
const gestures = ['pointerdown', 'pointerup', 'touchend', 'keydown', 'click'] as const;
/** How long to wait for the sound to start or end before it counts as refused. */
const patienceMs = 1_500;
/** When a page that opened with a suspended sound asks for it again. */
const resumeAfterMs = [0, 1_000, 4_000, 16_000] as const;
const attackSeconds = 0.01;
const silence = 0.0001;

let speaker: Speaker | null = null;

/** The speaker of this page. The first call opens it. The first tap or key unlocks it (N-51). */
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
  /** A tap did not unlock the sound, or a sound never ended. */
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
  /** Resolves when the sound runs, which can take a moment after a page load, or after `patienceMs`. */
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
  // A page may open with a suspended sound although its browser allows it. Where it does not, only a tap helps.
  for (const ms of resumeAfterMs)
    setTimeout(() => {
      if (context.state === 'suspended') context.resume().catch(() => {});
    }, ms);
  // A phone call or another app may stop the sound at any time: try to resume it at every tap.
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
      // Without an output device the audio clock stops: the state is 'running', but nothing plays.
      setRefused(!played);
      return played;
    },
  };
}

/** A tone with soft edges and its octave: audible in a noisy kitchen, without clicks at its start and end. */
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
