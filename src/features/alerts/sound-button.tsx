import { useEffect } from 'react';
import type { SoundSetting } from '#data/alerts/sound.ts';
import { listenToSound, playAlertSound, setSound, unlockSound, useSound } from '#data/alerts/sound.ts';
import type { SoundMode } from '#domain/alerts.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconSettings, IconSound, IconSoundOff } from '#ui/icons.tsx';
import type { MenuItem } from '#ui/overlay/menu-item.ts';
import { Menu } from '#ui/overlay/menu.tsx';
import { toast } from '#ui/toast/toast.ts';
import styles from './sound-button.module.css';
import { alertTexts } from './texts.ts';

export const soundModeChoices: readonly {
  readonly mode: SoundMode;
  readonly name: keyof typeof alertTexts.soundModes;
}[] = [
  { mode: null, name: 'never' },
  { mode: 'once', name: 'once' },
  { mode: 'always', name: 'always' },
];

/** Three named volumes: a slider in a menu is hard to hit with a wet finger. */
export const volumeSteps: readonly { readonly name: keyof typeof alertTexts.volumes; readonly volume: number }[] = [
  { name: 'low', volume: 0.3 },
  { name: 'middle', volume: 0.7 },
  { name: 'high', volume: 1 },
];

interface SoundButtonProps {
  /** «Permisos e instalación». */
  readonly onPermissions: () => void;
}

/** Sound settings of this device: mode, volume, the browser's permission and a test (D1, P-47, G6). */
export function SoundButton({ onPermissions }: SoundButtonProps) {
  const { mode, volume, state } = useSound();
  useEffect(listenToSound, []);
  const wanted = mode !== null;
  const blocked = wanted && state !== 'ready';
  const items: readonly MenuItem[] = [
    ...soundModeChoices.map(({ mode: choice, name }) => ({
      id: name,
      group: alertTexts.sound,
      label: alertTexts.soundModes[name],
      reason: alertTexts.soundHints[name],
      checked: mode === choice,
      onSelect: () => choose({ mode: choice }),
    })),
    ...volumeSteps.map((step) => ({
      id: step.name,
      group: alertTexts.volume,
      label: alertTexts.volumes[step.name],
      checked: nearestVolume(volume) === step.volume,
      onSelect: () => {
        choose({ volume: step.volume });
        void playAlertSound('order');
      },
    })),
    { id: 'test', label: alertTexts.test, icon: <IconSound size={22} />, onSelect: () => void trySound() },
    {
      id: 'permissions',
      label: alertTexts.permissions,
      icon: <IconSettings size={22} />,
      onSelect: onPermissions,
    },
  ];
  return (
    <span className={styles['sound']} data-sound={blocked ? state : (mode ?? 'never')}>
      {blocked ? <Blocked state={state} /> : null}
      <Menu
        items={items}
        label={alertTexts.sound}
        renderTrigger={(props) => (
          <IconButton
            {...props}
            icon={wanted && !blocked ? <IconSound /> : <IconSoundOff />}
            label={blocked ? `${alertTexts.soundNow(mode)}. ${shortWords(state)}` : alertTexts.soundNow(mode)}
          />
        )}
      />
    </span>
  );
}

type Unready = Exclude<ReturnType<typeof useSound.getState>['state'], 'ready'>;

const shortTexts: Readonly<Record<Unready, string>> = {
  locked: alertTexts.lockedShort,
  refused: alertTexts.refusedShort,
  missing: alertTexts.missingShort,
};
export const soundProblemTexts: Readonly<Record<Unready, string>> = {
  locked: alertTexts.locked,
  refused: alertTexts.refused,
  missing: alertTexts.missing,
};
const shortWords = (state: Unready | 'ready'): string => (state === 'ready' ? '' : shortTexts[state]);

/** A strip shown while the browser blocks sound. Any first touch unlocks sound, so the strip is a button. */
function Blocked({ state }: { readonly state: Unready | 'ready' }) {
  if (state === 'ready') return null;
  return (
    <button
      className={styles['blocked']}
      type="button"
      onClick={() => {
        if (state === 'locked') unlockSound();
        else toast.show({ kind: 'warning', text: soundProblemTexts[state] });
      }}
    >
      <IconSoundOff size={20} />
      <span className={styles['long']}>{state === 'locked' ? alertTexts.locked : shortTexts[state]}</span>
    </button>
  );
}

export const nearestVolume = (volume: number): number =>
  volumeSteps.map((v) => v.volume).toSorted((a, b) => Math.abs(a - volume) - Math.abs(b - volume))[0] ?? volume;

const choose = (change: Partial<SoundSetting>): void => setSound(change);

/** «Probar» plays the signal even with the sound off, and says so when the browser did not play it. */
export async function trySound(): Promise<void> {
  if (await playAlertSound('order')) {
    toast.show({ id: 'sound-test', kind: 'success', text: alertTexts.tested });
    return;
  }
  const { state } = useSound.getState();
  toast.show({
    id: 'sound-test',
    kind: 'warning',
    text: state === 'ready' ? alertTexts.refused : soundProblemTexts[state],
  });
}
