import { useState } from 'react';
import type { User } from '#contract/account.ts';
import { useCart } from '#data/cart-store.ts';
import { logOut, unsentCommands } from '#data/logout.ts';
import type { Preferences } from '#data/preferences.ts';
import { setPreferences, usePreferences } from '#data/preferences.ts';
import type { Role } from '#domain/store.ts';
import { roleLabels } from '#texts/roles.ts';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { IconClose, IconLogout, IconStore } from '#ui/icons.tsx';
import { Avatar } from '#ui/layout/avatar.tsx';
import { RailButton, RailList } from '#ui/layout/rail.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { shellTexts } from './texts.ts';
import styles from './user-menu.module.css';

interface UserMenuProps {
  readonly open: boolean;
  readonly user: User;
  /** In the store at hand; absent on the store list. */
  readonly role?: Role;
  readonly onClose: () => void;
  /** Absent where one is there already. */
  readonly onStores?: () => void;
  readonly onLoggedOut: () => void;
}

const themes: readonly Preferences['theme'][] = ['auto', 'light', 'dark'];
const isTheme = (value: string): value is Preferences['theme'] => themes.some((t) => t === value);

/** Stores, theme of this device, log out (H-25, A-50, A-51). Unsent work and an order in progress are asked about first. */
export function UserMenu({ open, user, role, onClose, onStores, onLoggedOut }: UserMenuProps) {
  const [asking, setAsking] = useState<'unsent' | 'cart' | null>(null);
  const [leaving, setLeaving] = useState(false);
  const theme = usePreferences((p) => p.theme);

  const leave = async (): Promise<void> => {
    setLeaving(true);
    await logOut({ keepUnsent: true });
    setLeaving(false);
    setAsking(null);
    onClose();
    onLoggedOut();
  };

  const askToLeave = (): void => {
    if (unsentCommands() > 0) return setAsking('unsent');
    if ((useCart.getState().cart?.lines.length ?? 0) > 0) return setAsking('cart');
    void leave();
  };

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
        <RadioCards
          label={shellTexts.theme}
          layout="segmented"
          options={themes.map((value) => ({ value, label: shellTexts.themes[value] }))}
          value={theme}
          onChange={(value) => {
            if (isTheme(value)) setPreferences({ theme: value });
          }}
        />
        <RailList label={shellTexts.userMenu}>
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
          <RailButton icon={<IconLogout />} label={shellTexts.logOut} onClick={askToLeave} />
          <RailButton icon={<IconClose />} label={shellTexts.cancel} onClick={onClose} />
        </RailList>
      </Overlay>
      <ConfirmDialog
        confirmLabel={asking === 'unsent' ? shellTexts.keepAndLeave : shellTexts.discardAndLeave}
        loading={leaving}
        open={asking !== null}
        text={asking === 'unsent' ? shellTexts.unsentText : shellTexts.cartText}
        title={asking === 'unsent' ? shellTexts.unsentTitle(unsentCommands()) : shellTexts.cartTitle}
        tone={asking === 'unsent' ? 'primary' : 'danger'}
        onCancel={() => setAsking(null)}
        onConfirm={() => void leave()}
      />
    </>
  );
}
