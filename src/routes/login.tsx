import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { AuthFooter } from '#features/auth/auth-footer.tsx';
import { LoginPage } from '#features/auth/login-page.tsx';
import { authTexts } from '#features/auth/texts.ts';
import { enter } from './-guard.ts';

export const Route = createFileRoute('/login')({
  // Whoever scanned the code of a kitchen screen goes on with it once logged in.
  validateSearch: ({ pair }): { pair?: string } => (typeof pair === 'string' ? { pair } : {}),
  beforeLoad: () => enter('login'),
  component: function LoginRoute() {
    const navigate = useNavigate();
    const { pair } = Route.useSearch();
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
        onDone={() =>
          void (pair === undefined
            ? navigate({ to: '/', replace: true })
            : navigate({ to: '/pair/$code', params: { code: pair }, replace: true }))
        }
      />
    );
  },
});
