import { setPreferences, usePreferences } from '#data/device/preferences.ts';
import { Switch } from '#ui/form/choice.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { keyTexts } from './keys/texts.ts';
import styles from './user-menu.module.css';
import { shellTexts } from './texts.ts';
import { ThemePicker } from './user-menu.tsx';

/** What belongs to this device, not to its person (G1). */
export function DeviceCard() {
  const single = usePreferences((p) => p.singleKeys);
  return (
    <Panel title={shellTexts.thisDevice}>
      <div className={styles['card']}>
        <ThemePicker />
        <Switch
          checked={single}
          hint={keyTexts.singleHint}
          label={keyTexts.single}
          onChange={(singleKeys) => setPreferences({ singleKeys })}
        />
      </div>
    </Panel>
  );
}
