import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { catchSocialAnswer } from '#data/session/social-answer.ts';
import { SocialPage } from '#features/auth/social-page.tsx';
import { useAfterLogin } from './-after-login.ts';
import { enter } from './-guard.ts';

/** Where the redirect of another account's provider ends. */
export const Route = createFileRoute('/social/$provider')({
  beforeLoad: () => {
    // Before the guard: a token must not stay in the address of somebody who is logged in either.
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
