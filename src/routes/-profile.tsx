import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCallback, useState } from 'react';
import { isDuplicated } from '#data/session/duplication.ts';
import { currentUser, useSession } from '#data/session/session.ts';
import { GeneralTab } from '#features/profile/general-tab.tsx';
import { PasswordTab } from '#features/profile/password-tab.tsx';
import { ProfilePage } from '#features/profile/profile-page.tsx';
import type { ProfileTab } from '#domain/routes.ts';
import { LogOutDialog } from '#features/shell/log-out-dialog.tsx';
import { useLogOut } from '#features/shell/use-log-out.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { uiTexts } from '#ui/texts.ts';

interface ProfileProps {
  readonly tab: ProfileTab;
  readonly onTab: (tab: ProfileTab) => void;
  readonly onLoggedOut: () => void;
  readonly start?: ReactNode;
  /** At the end of the header: the sync pill, inside a store. */
  readonly headerActions?: ReactNode;
}

/**
 * The profile, inside or outside a store. Leaving with unsaved changes asks first, unless the session has ended
 * or is another window's.
 */
export function ProfileScreen({ tab, onTab, onLoggedOut, start, headerActions }: ProfileProps) {
  const user = useSession((s) => s.user);
  const [dirty, setDirty] = useState(false);
  const leaving = useLogOut(onLoggedOut);
  const shouldBlockFn = useCallback(() => currentUser() !== null && !isDuplicated(), []);
  const { status, proceed, reset } = useBlocker({ shouldBlockFn, disabled: !dirty, withResolver: true });
  if (!user) return null;
  return (
    <>
      <ProfilePage headerActions={headerActions} start={start} tab={tab} onTab={onTab}>
        {tab === 'general' ? (
          <GeneralTab user={user} onDirty={setDirty} onLogOut={leaving.start} />
        ) : (
          <PasswordTab user={user} onDirty={setDirty} />
        )}
      </ProfilePage>
      <LogOutDialog {...leaving} />
      <ConfirmDialog
        cancelLabel={uiTexts.discardKeep}
        confirmLabel={uiTexts.discardConfirm}
        open={status === 'blocked'}
        text={uiTexts.discardText}
        title={uiTexts.discardTitle}
        onCancel={() => reset?.()}
        onConfirm={() => proceed?.()}
      />
    </>
  );
}
