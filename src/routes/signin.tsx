import { createFileRoute, Link } from '@tanstack/react-router';
import { AuthFooter } from '#features/auth/auth-footer.tsx';
import { SignUpPage } from '#features/auth/sign-up/sign-up-page.tsx';
import { signUpTexts } from '#features/auth/sign-up/texts.ts';
import { SocialLinks } from '#features/auth/social-links.tsx';
import { enter, useAfterLogin } from './-guard.ts';

export const Route = createFileRoute('/signin')({
  beforeLoad: () => enter('signin'),
  component: function SignUpRoute() {
    const onDone = useAfterLogin();
    return (
      <SignUpPage
        footer={
          <AuthFooter question={signUpTexts.hasAccount} answer={<Link to="/login">{signUpTexts.toLogin}</Link>} />
        }
        social={<SocialLinks />}
        onDone={onDone}
      />
    );
  },
});
