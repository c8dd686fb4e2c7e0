import { createFileRoute, notFound, redirect, useNavigate } from '@tanstack/react-router';
import { ownPairing } from '#data/kiosk/kiosk.ts';
import { isProfileTab } from '#domain/routes.ts';
import { profileTexts } from '#features/profile/texts.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconBack } from '#ui/icons.tsx';
import { AppFrame } from '#ui/layout/app-frame.tsx';
import { enter } from './-guard.ts';
import { ProfileScreen } from './-profile.tsx';

/** The profile outside a store: a user without a store has a name and a phone too (A10). */
export const Route = createFileRoute('/user/settings/$tab')({
  params: {
    parse: ({ tab }) => {
      if (!isProfileTab(tab)) throw notFound();
      return { tab };
    },
  },
  beforeLoad: ({ params: { tab } }) => {
    enter(`user.${tab}`);
    // A kitchen screen's account is no person and has no profile.
    if (ownPairing()) throw redirect({ to: '/', replace: true });
  },
  component: function ProfileRoute() {
    const { tab } = Route.useParams();
    const navigate = useNavigate();
    return (
      <AppFrame>
        <ProfileScreen
          start={
            <IconButton icon={<IconBack />} label={profileTexts.back} onClick={() => void navigate({ to: '/' })} />
          }
          tab={tab}
          onLoggedOut={() => void navigate({ to: '/login' })}
          onTab={(chosen) => void navigate({ to: '/user/settings/$tab', params: { tab: chosen }, replace: true })}
        />
      </AppFrame>
    );
  },
});
