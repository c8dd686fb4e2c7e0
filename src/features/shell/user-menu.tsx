import type { User } from '#contract/account.ts';
import type { Preferences } from '#data/device/preferences.ts';
import { setPreferences, usePreferences } from '#data/device/preferences.ts';
import { askAboutStore } from '#data/device/ui-intents.ts';
import type { Role } from '#domain/roles.ts';
import { roleLabels } from '#texts/roles.ts';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { IconClose, IconEdit, IconInfo, IconLogout, IconPin, IconStore, IconUsers } from '#ui/icons.tsx';
import { Avatar } from '#ui/layout/avatar.tsx';
import { RailButton, RailList } from '#ui/layout/rail.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { LogOutDialog } from './log-out-dialog.tsx';
import { shellTexts } from './texts.ts';
import { useLogOut } from './use-log-out.ts';
import styles from './user-menu.module.css';

interface UserMenuProps {
  readonly open: boolean;
  readonly user: User;
  /** The role in the current store; absent on the store list. */
  readonly role?: Role;
  readonly onClose: () => void;
  readonly onProfile: () => void;
  /** Absent on the store list. */
  readonly onStores?: () => void;
  readonly onLoggedOut: () => void;
}

const themes: readonly Preferences['theme'][] = ['auto', 'light', 'dark'];
const isTheme = (value: string): value is Preferences['theme'] => themes.some((t) => t === value);

/** Automatic, light or dark, for this device. */
export function ThemePicker() {
  const theme = usePreferences((p) => p.theme);
  return (
    <RadioCards
      label={shellTexts.theme}
      layout="segmented"
      options={themes.map((value) => ({ value, label: shellTexts.themes[value] }))}
      value={theme}
      onChange={(value) => {
        if (isTheme(value)) setPreferences({ theme: value });
      }}
    />
  );
}

/** Profile, stores, theme, logout (H-25, A-50, A-51). Logout first sends unsent work or asks about it. */
export function UserMenu({ open, user, role, onClose, onProfile, onStores, onLoggedOut }: UserMenuProps) {
  const leaving = useLogOut(() => {
    onClose();
    onLoggedOut();
  });

  return (
    <>
      <Overlay open={open} size="sm" title={shellTexts.userMenu} onClose={onClose}>
        <div className={styles['who']}>
          <Avatar decorative name={user.fullname} size="lg" src={user.avatar} />
          <div className={styles['words']}>
            <b>{user.fullname}</b>
            <span className={styles['quiet']}>{role ? roleLabels[role] : user.email}</span>
          </div>
        </div>
        <ThemePicker />
        <RailList label={shellTexts.userMenu}>
          <RailButton
            icon={<IconEdit />}
            label={shellTexts.profile}
            onClick={() => {
              onClose();
              onProfile();
            }}
          />
          {onStores ? (
            <RailButton
              icon={<IconStore />}
              label={shellTexts.stores}
              onClick={() => {
                onClose();
                onStores();
              }}
            />
          ) : null}
          {role
            ? (['person', 'pin'] as const).map((panel) => (
                <RailButton
                  key={panel}
                  icon={panel === 'person' ? <IconUsers /> : <IconPin />}
                  label={panel === 'person' ? shellTexts.person : shellTexts.ownPin}
                  onClick={() => {
                    onClose();
                    askAboutStore(panel);
                  }}
                />
              ))
            : null}
          {role ? (
            <RailButton
              icon={<IconInfo />}
              label={shellTexts.appStatus}
              onClick={() => {
                onClose();
                askAboutStore('app');
              }}
            />
          ) : null}
          <RailButton icon={<IconLogout />} label={shellTexts.logOut} onClick={leaving.start} />
          <RailButton icon={<IconClose />} label={shellTexts.cancel} onClick={onClose} />
        </RailList>
      </Overlay>
      <LogOutDialog {...leaving} />
    </>
  );
}
