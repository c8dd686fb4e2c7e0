import type { ReactNode } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { can } from '#domain/permissions.ts';
import type { Code } from '#domain/store.ts';
import { defaultCode, immediateServices } from '#domain/store.ts';
import { IconDelivery, IconMap, IconQr, IconTable, IconTakeaway } from '#ui/icons.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import styles from './shortcuts.module.css';
import { homeTexts } from './texts.ts';

interface ShortcutsProps {
  readonly profile: Profile;
  /** null: an order in the store without a code (C-54). */
  readonly onLocal: (code: Code | null) => void;
  readonly onTakeaway: () => void;
  readonly onDelivery: () => void;
  /** Opens the floor maps. */
  readonly onMaps: () => void;
  /** Chooses another code of a new order. */
  readonly onCodes: () => void;
  /** Another feature's content, such as the sync pill. */
  readonly headerActions: ReactNode;
}

/** Home of users who take orders but do not work the board (H-04, H-32, H-33); shows only the store's services. */
export function Shortcuts({
  profile,
  onLocal,
  onTakeaway,
  onDelivery,
  onMaps,
  onCodes,
  headerActions,
}: ShortcutsProps) {
  const services = immediateServices(profile.store);
  const first = defaultCode(profile.codes);
  const others = services.includes('LOCAL') && profile.codes.some((c) => !c.group && c.id !== first?.id);
  const closed = profile.store.status.open ? null : <span className={styles['quiet']}>{homeTexts.closed}</span>;
  return (
    <Screen>
      <ScreenHeader actions={headerActions} title={homeTexts.title} />
      <ScreenBody>
        <p className={styles['subtitle']}>{homeTexts.subtitle}</p>
        <div className={styles['grid']}>
          {services.includes('LOCAL') ? (
            <button className={styles['card']} type="button" onClick={() => onLocal(first)}>
              <IconTable size={32} />
              <b>{first?.description ?? homeTexts.services.LOCAL}</b>
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
          {profile.maps.length > 0 && can('maps.view', profile.store) ? (
            <button className={styles['card']} type="button" onClick={onMaps}>
              <IconMap size={32} />
              <b>{homeTexts.maps}</b>
            </button>
          ) : null}
          {others ? (
            <button className={styles['card']} type="button" onClick={onCodes}>
              <IconQr size={32} />
              <b>{homeTexts.codes}</b>
              {closed}
            </button>
          ) : null}
        </div>
      </ScreenBody>
    </Screen>
  );
}
