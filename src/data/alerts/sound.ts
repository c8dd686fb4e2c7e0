import { isObject } from '#domain/unknown.ts';
import { create } from 'zustand';
import type { SoundMode } from '#domain/alerts.ts';
import { soundModes } from '#domain/alerts.ts';
import type { SoundState } from '#platform/audio.ts';
import { openSpeaker } from '#platform/audio.ts';
import { localRecord } from '#platform/local-record.ts';
import type { AlertSound } from './alert-sounds.ts';
import { alertSounds } from './alert-sounds.ts';

/** Stored per device, not per user (docs/screens.md). */
export interface SoundSetting {
  /** null: never plays (P-48). */
  readonly mode: SoundMode;
  /** 0 to 1. */
  readonly volume: number;
}

/** A new device plays sounds (D-34). */
export const defaultSound: SoundSetting = { mode: 'once', volume: 0.7 };

const isSetting = (value: unknown): value is SoundSetting =>
  isObject(value) &&
  (value['mode'] === null || soundModes.some((mode) => mode === value['mode'])) &&
  typeof value['volume'] === 'number' &&
  value['volume'] > 0 &&
  value['volume'] <= 1;

const record = localRecord<SoundSetting>('sound', 1, isSetting);

interface Sound extends SoundSetting {
  /** Whether the browser allows this page to play sounds, independent of the setting. */
  readonly state: SoundState;
}

/** `state` is a guess until `openSpeaker` has run. */
export const useSound = create<Sound>(() => ({ ...(record.read() ?? defaultSound), state: 'ready' }));

export function setSound(change: Partial<SoundSetting>): void {
  const { mode, volume } = { ...useSound.getState(), ...change };
  record.write({ mode, volume });
  useSound.setState({ mode, volume });
}

let listening = false;

/** Opens the speaker and keeps `state` up to date. Follows changes of the setting in other tabs. */
export function listenToSound(): void {
  if (listening) return;
  listening = true;
  const speaker = openSpeaker();
  const follow = (): void => useSound.setState({ state: speaker.state() });
  speaker.subscribe(follow);
  follow();
  record.watch(() => useSound.setState(record.read() ?? defaultSound));
}

/** Resolves to true if the sound played to its end, as far as the page can tell. Ignores the setting `mode`. */
export async function playAlertSound(name: AlertSound): Promise<boolean> {
  listenToSound();
  return openSpeaker().play(alertSounds[name], useSound.getState().volume);
}

/** «Tocá para activar»: must be called inside that tap. */
export function unlockSound(): void {
  openSpeaker().unlock();
}
