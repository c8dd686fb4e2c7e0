import { createFileRoute, Link, redirect } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentUser } from '#data/session/session.ts';
import { noteWantedPage } from '#data/session/return-pages.ts';
import { AuthFooter } from '#features/auth/auth-footer.tsx';
import { LoginPage } from '#features/auth/login-page.tsx';
import { authTexts } from '#features/auth/texts.ts';
import { enter, useAfterLogin } from './-guard.ts';

/** A scanned QR code to continue with after login: `pair` of a kitchen screen, `code` of a code. */
export interface LoginSearch {
  readonly pair?: string;
  readonly code?: string;
}

export const Route = createFileRoute('/login')({
  validateSearch: ({ pair, code }): LoginSearch => ({
    ...(typeof pair === 'string' && { pair }),
    ...(typeof code === 'string' && { code }),
  }),
  beforeLoad: ({ search: { pair } }) => {
    if (pair !== undefined && currentUser())
      throw redirect({ to: '/pair/$code', params: { code: pair }, replace: true });
    enter('login');
  },
  component: function LoginRoute() {
    const { pair, code } = Route.useSearch();
    const onDone = useAfterLogin();
    // Stored, so that it survives a sign-up and the redirect of a social login.
    useEffect(() => {
      if (pair !== undefined) noteWantedPage({ to: '/pair/$code', code: pair });
      else if (code !== undefined) noteWantedPage({ to: '/c/$code', code });
    }, [pair, code]);
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
