import { createFileRoute, Link, redirect } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentUser } from '#data/session/session.ts';
import { noteWantedPairing } from '#data/kiosk/wanted-pairing.ts';
import { AuthFooter } from '#features/auth/auth-footer.tsx';
import { LoginPage } from '#features/auth/login-page.tsx';
import { authTexts } from '#features/auth/texts.ts';
import { useAfterLogin } from './-after-login.ts';
import { enter } from './-guard.ts';

export const Route = createFileRoute('/login')({
  // `pair`: the scanned code of a kitchen screen, to continue with after login.
  validateSearch: ({ pair }): { pair?: string } => (typeof pair === 'string' ? { pair } : {}),
  beforeLoad: ({ search: { pair } }) => {
    if (pair !== undefined && currentUser())
      throw redirect({ to: '/pair/$code', params: { code: pair }, replace: true });
    enter('login');
  },
  component: function LoginRoute() {
    const { pair } = Route.useSearch();
    const onDone = useAfterLogin();
    // Stored, so that it survives a sign-up and the redirect of a social login.
    useEffect(() => {
      if (pair !== undefined) noteWantedPairing(pair);
    }, [pair]);
    return (
      <LoginPage
        footer={
          <AuthFooter question={authTexts.noAccount} answer={<Link to="/signin">{authTexts.signUp}</Link>}>
            <Link to="/kiosk">{authTexts.pairScreen}</Link>
          </AuthFooter>
        }
        recovery={
          <Link params={{ by: 'email' }} to="/user/forgot/$by">
            {authTexts.forgot}
          </Link>
        }
        onDone={onDone}
      />
    );
  },
});
