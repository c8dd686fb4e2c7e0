import type { ReactNode } from 'react';
import { setPreferences, usePreferences } from '#data/device/preferences.ts';
import { canKeepAwake } from '#platform/wake-lock.ts';
import { Switch } from '#ui/form/choice.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { applyTextSize } from '#ui/theme/theme-provider.tsx';
import { keyTexts } from './keys/texts.ts';
import styles from './user-menu.module.css';
import { shellTexts } from './texts.ts';
import { ThemePicker } from './user-menu.tsx';

const textSizes = [100, 115, 130] as const;

/** What belongs to this device, not to its person (G1). `kitchen`: makes a kitchen screen of it. */
export function DeviceCard({ kitchen }: { readonly kitchen: ReactNode }) {
  const single = usePreferences((p) => p.singleKeys);
  const size = usePreferences((p) => p.textPercent);
  const awake = usePreferences((p) => p.keepAwake);
  return (
    <Panel title={shellTexts.thisDevice}>
      <div className={styles['card']}>
        <ThemePicker />
        <RadioCards
          label={shellTexts.textSize}
          layout="segmented"
          options={textSizes.map((percent) => ({ value: String(percent), label: shellTexts.textSizes[percent] }))}
          value={String(size)}
          onChange={(value) => {
            setPreferences({ textPercent: Number(value) });
            applyTextSize(Number(value));
          }}
        />
        <Switch
          checked={awake && canKeepAwake()}
          disabled={!canKeepAwake()}
          hint={canKeepAwake() ? undefined : shellTexts.cannotKeepAwake}
          label={shellTexts.keepAwake}
          onChange={(on) => setPreferences({ keepAwake: on })}
        />
        <Switch
          checked={single}
          hint={keyTexts.singleHint}
          label={keyTexts.single}
          onChange={(singleKeys) => setPreferences({ singleKeys })}
        />
        {kitchen}
      </div>
    </Panel>
  );
}
