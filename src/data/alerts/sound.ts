import { create } from 'zustand';
import type { SoundMode } from '#domain/alerts.ts';
import { soundModes } from '#domain/alerts.ts';
import type { SoundState } from '#platform/audio.ts';
import { openSpeaker } from '#platform/audio.ts';
import { localRecord } from '#platform/local-record.ts';
import type { AlertSound } from './alert-sounds.ts';
import { alertSounds } from './alert-sounds.ts';

/** Per device, not per user (docs/screens.md). */
export interface SoundSetting {
  /** null = never (P-48). */
  readonly mode: SoundMode;
  /** 0 to 1. */
  readonly volume: number;
}

/** A new device is heard (D-34). */
export const defaultSound: SoundSetting = { mode: 'once', volume: 0.7 };

const isSetting = (value: unknown): value is SoundSetting =>
  typeof value === 'object' &&
  value !== null &&
  'mode' in value &&
  (value.mode === null || soundModes.some((mode) => mode === value.mode)) &&
  'volume' in value &&
  typeof value.volume === 'number' &&
  value.volume > 0 &&
  value.volume <= 1;

const record = localRecord<SoundSetting>('sound', 1, isSetting);

interface Sound extends SoundSetting {
  /** What the browser lets this page do, whatever is wanted. */
  readonly state: SoundState;
}

/** `state` is a guess until the loudspeaker was opened. */
export const useSound = create<Sound>(() => ({ ...(record.read() ?? defaultSound), state: 'ready' }));

export function setSound(change: Partial<SoundSetting>): void {
  const { mode, volume } = { ...useSound.getState(), ...change };
  record.write({ mode, volume });
  useSound.setState({ mode, volume });
}

let listening = false;

/** From here on `state` is true; also in the tabs beside this one, that share the setting. */
export function listenToSound(): void {
  if (listening) return;
  listening = true;
  const speaker = openSpeaker();
  const follow = (): void => useSound.setState({ state: speaker.state() });
  speaker.subscribe(follow);
  follow();
  record.watch(() => useSound.setState(record.read() ?? defaultSound));
}

/** True when it was heard to its end, as far as a page can know. Says nothing about whether it is wanted. */
export async function playAlertSound(name: AlertSound): Promise<boolean> {
  listenToSound();
  return openSpeaker().play(alertSounds[name], useSound.getState().volume);
}

/** «Tocá para activar»: from inside that tap. */
export function unlockSound(): void {
  openSpeaker().unlock();
}
