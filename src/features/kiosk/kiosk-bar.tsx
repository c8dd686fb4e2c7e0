import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useNow } from '#data/device/device.ts';
import { setPreferences, usePreferences } from '#data/device/preferences.ts';
import { nextZoom } from '#domain/order-columns.ts';
import { wallTime } from '#domain/time.ts';
import { canFullScreen, enterFullScreen, isFullScreen, watchFullScreen } from '#platform/full-screen.ts';
import type { Wakefulness } from '#platform/wake-lock.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import {
  IconFullScreen,
  IconLogout,
  IconMoon,
  IconRefresh,
  IconSun,
  IconWarning,
  IconZoomIn,
  IconZoomOut,
} from '#ui/icons.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import type { MenuItem } from '#ui/overlay/menu-item.ts';
import { Menu } from '#ui/overlay/menu.tsx';
import { useMedia } from '#ui/use-media.ts';
import { KioskNotice } from './kiosk-notice.tsx';
import styles from './kiosk.module.css';
import { kioskTexts } from './texts.ts';

interface KioskBarProps {
  readonly storeName: string;
  readonly zone: string;
  readonly status: ReactNode;
  readonly age: ReactNode;
  readonly actions?: ReactNode;
  readonly awake: Wakefulness;
  readonly paired: boolean;
  readonly onLeave: () => void;
}

const clockMs = 1_000;

/** Clock, sync status, store and text size; rarely used options are behind ⋮. */
export function KioskBar({ storeName, zone, status, age, actions, awake, paired, onLeave }: KioskBarProps) {
  const [leaving, setLeaving] = useState(false);
  const items = useOptions(() => (paired ? setLeaving(true) : onLeave()), paired);
  const roomy = useMedia('(width >= 960px)');
  return (
    <header aria-label={kioskTexts.bar} className={styles['bar']}>
      <h1 className="visually-hidden">{kioskTexts.title}</h1>
      <Clock zone={zone} />
      {status}
      {age}
      <span className={styles['store']}>{storeName}</span>
      {awake === 'on' ? null : (
        <span className={styles['sleepy']} role="status" title={kioskTexts.maySleepHint}>
          <IconWarning size={20} />
          <span className={roomy ? undefined : 'visually-hidden'}>{kioskTexts.maySleep}</span>
        </span>
      )}
      <span className={styles['buttons']}>
        {actions}
        <Sizes />
        <Menu items={items} label={kioskTexts.more} />
      </span>
      <KioskNotice />
      <ConfirmDialog
        confirmLabel={kioskTexts.unpairConfirm}
        open={leaving}
        text={kioskTexts.unpairText}
        title={kioskTexts.unpair}
        onCancel={() => setLeaving(false)}
        onConfirm={() => {
          setLeaving(false);
          onLeave();
        }}
      />
    </header>
  );
}

/** The store's time in large digits: in a kitchen it is the only clock. */
function Clock({ zone }: { readonly zone: string }) {
  const { hour } = wallTime(useNow(clockMs), zone);
  return (
    <time className={styles['clock']} dateTime={hour}>
      {hour}
    </time>
  );
}

function Sizes() {
  const zoom = usePreferences((p) => p.boardZoom);
  const step = (direction: 1 | -1): void => {
    const next = nextZoom(zoom, direction);
    if (next !== null) setPreferences({ boardZoom: next });
  };
  return (
    <>
      <IconButton
        disabled={nextZoom(zoom, -1) === null}
        icon={<IconZoomOut />}
        label={kioskTexts.smaller}
        onClick={() => step(-1)}
      />
      <IconButton
        disabled={nextZoom(zoom, 1) === null}
        icon={<IconZoomIn />}
        label={kioskTexts.larger}
        onClick={() => step(1)}
      />
    </>
  );
}

function useOptions(onLeave: () => void, paired: boolean): readonly MenuItem[] {
  const theme = usePreferences((p) => p.kioskTheme);
  const full = useSyncExternalStore(watchFullScreen, isFullScreen);
  const other = theme === 'dark' ? 'light' : 'dark';
  return [
    ...(full || !canFullScreen()
      ? []
      : [
          {
            id: 'full',
            label: kioskTexts.fullScreen,
            icon: <IconFullScreen size={22} />,
            onSelect: () => void enterFullScreen(),
          },
        ]),
    {
      id: 'theme',
      label: other === 'light' ? kioskTexts.toLight : kioskTexts.toDark,
      icon: other === 'light' ? <IconSun size={22} /> : <IconMoon size={22} />,
      onSelect: () => setPreferences({ kioskTheme: other }),
    },
    {
      id: 'reload',
      label: kioskTexts.reload,
      icon: <IconRefresh size={22} />,
      onSelect: () => location.reload(),
    },
    {
      id: 'leave',
      label: paired ? kioskTexts.unpair : kioskTexts.leave,
      icon: <IconLogout size={22} />,
      danger: paired,
      onSelect: onLeave,
    },
  ];
}
