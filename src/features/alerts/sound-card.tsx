import { useEffect } from 'react';
import { listenToSound, playAlertSound, setSound, unlockSound, useSound } from '#data/alerts/sound.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { IconSound } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import styles from './sound-button.module.css';
import { nearestVolume, soundModeChoices, soundProblemTexts, trySound, volumeSteps } from './sound-button.tsx';
import { alertTexts } from './texts.ts';

/** The sound of this device as a card of the settings (G6, P-47). */
export function SoundCard() {
  const { mode, volume, state } = useSound();
  useEffect(listenToSound, []);
  const chosen = volumeSteps.find((step) => step.volume === nearestVolume(volume))?.name ?? null;
  return (
    <Panel title={alertTexts.sound}>
      <div className={styles['card']}>
        {mode !== null && state !== 'ready' ? (
          <Notice
            action={
              state === 'locked' ? (
                <Button size="sm" variant="secondary" onClick={unlockSound}>
                  {alertTexts.lockedShort}
                </Button>
              ) : null
            }
            tone="warning"
          >
            {soundProblemTexts[state]}
          </Notice>
        ) : null}
        <RadioCards
          hideLabel
          label={alertTexts.sound}
          options={soundModeChoices.map(({ name }) => ({
            value: name,
            label: alertTexts.soundModes[name],
            hint: alertTexts.soundHints[name],
          }))}
          value={mode ?? 'never'}
          onChange={(name) => setSound({ mode: name === 'never' ? null : name })}
        />
        <RadioCards
          label={alertTexts.volume}
          layout="segmented"
          options={volumeSteps.map(({ name }) => ({ value: name, label: alertTexts.volumes[name] }))}
          value={chosen}
          onChange={(name) => {
            const step = volumeSteps.find((s) => s.name === name);
            if (step) setSound({ volume: step.volume });
            void playAlertSound('order');
          }}
        />
        <Button icon={<IconSound size={22} />} variant="secondary" onClick={() => void trySound()}>
          {alertTexts.test}
        </Button>
      </div>
    </Panel>
  );
}
