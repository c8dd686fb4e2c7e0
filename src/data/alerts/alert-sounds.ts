import type { Note } from '#platform/audio.ts';

/** The alerts that have their own sound. */
export type AlertSound = 'order' | 'reminder' | 'cancelled' | 'message' | 'closing';

/** The longest alert sound, in milliseconds, so that people in the kitchen can keep talking (docs/screens.md). */
export const alertSoundMaxMs = 600;

const note = (hz: number, fromMs: number, lengthMs: number): Note => ({ hz, fromMs, lengthMs });

/** The five sounds. They are synthesised, so they need no download, no cache and no network. */
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
