import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { catchSocialAnswer } from '#data/session/social.ts';
import { SocialPage } from '#features/auth/social-page.tsx';
import { enter, useAfterLogin } from './-guard.ts';

/** The target of a social provider's redirect. */
export const Route = createFileRoute('/social/$provider')({
  beforeLoad: () => {
    // Before the guard, which may redirect: the token must leave the URL even when the user is logged in.
    catchSocialAnswer();
    enter('social');
  },
  component: function SocialRoute() {
    const { provider } = Route.useParams();
    const navigate = useNavigate();
    const onDone = useAfterLogin();
    return (
      <SocialPage provider={provider} onDone={onDone} onLogin={() => void navigate({ to: '/login', replace: true })} />
    );
  },
});
