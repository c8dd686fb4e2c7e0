import type { Note } from '#platform/audio.ts';

/** What is told apart by ear. */
export type AlertSound = 'order' | 'reminder' | 'cancelled' | 'message' | 'closing';

/** No longer than this, in milliseconds: the kitchen goes on talking (docs/screens.md). */
export const alertSoundMaxMs = 600;

const note = (hz: number, fromMs: number, lengthMs: number): Note => ({ hz, fromMs, lengthMs });

/** The five signals, synthesised: no file to fetch, nothing to cache, there without a network. */
export const alertSounds: Readonly<Record<AlertSound, readonly Note[]>> = {
  /** Two rising notes: E5, B5. */
  order: [note(659, 0, 240), note(988, 200, 400)],
  /** One short note. */
  reminder: [note(880, 0, 260)],
  /** Two falling notes: A5, D5. */
  cancelled: [note(880, 0, 240), note(587, 200, 400)],
  /** A soft tick. */
  message: [note(1_319, 0, 90)],
  /** Three even notes: G5. */
  closing: [note(784, 0, 160), note(784, 210, 160), note(784, 420, 160)],
};
