import type { Profile } from '#contract/wire/stores.ts';
import type { Code } from '#domain/store.ts';
import { defaultCode, immediateServices } from '#domain/store.ts';
import { IconDelivery, IconTable, IconTakeaway } from '#ui/icons.tsx';
import { ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import styles from './shortcuts.module.css';
import { homeTexts } from './texts.ts';

interface ShortcutsProps {
  readonly profile: Profile;
  readonly onCode: (code: Code) => void;
  readonly onTakeaway: () => void;
  readonly onDelivery: () => void;
}

/** Home of users who take orders but do not work the board (H-04, H-32, H-33); shows only the store's services. */
export function Shortcuts({ profile, onCode, onTakeaway, onDelivery }: ShortcutsProps) {
  const services = immediateServices(profile.store);
  const first = defaultCode(profile.codes);
  const closed = profile.store.status.open ? null : <span className={styles['quiet']}>{homeTexts.closed}</span>;
  return (
    <>
      <ScreenHeader title={homeTexts.title} />
      <ScreenBody>
        <p className={styles['subtitle']}>{homeTexts.subtitle}</p>
        <div className={styles['grid']}>
          {services.includes('LOCAL') && first ? (
            <button className={styles['card']} type="button" onClick={() => onCode(first)}>
              <IconTable size={32} />
              <b>{first.description}</b>
              {closed}
            </button>
          ) : null}
          {services.includes('TAKEAWAY') ? (
            <button className={styles['card']} type="button" onClick={onTakeaway}>
              <IconTakeaway size={32} />
              <b>{homeTexts.takeaway}</b>
              {closed}
            </button>
          ) : null}
          {services.includes('DELIVERY') ? (
            <button className={styles['card']} type="button" onClick={onDelivery}>
              <IconDelivery size={32} />
              <b>{homeTexts.delivery}</b>
              {closed}
            </button>
          ) : null}
        </div>
      </ScreenBody>
    </>
  );
}
