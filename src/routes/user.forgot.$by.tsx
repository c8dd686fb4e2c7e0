import { createFileRoute, Link, notFound, useNavigate } from '@tanstack/react-router';
import { AuthFooter } from '#features/auth/auth-footer.tsx';
import { isOtpTarget } from '#features/auth/recovery/target.ts';
import { ForgotPage } from '#features/auth/recovery/forgot-page.tsx';
import { forgotTexts } from '#features/auth/recovery/texts.ts';
import { enter } from './-guard.ts';

/** /user/forgot/phone and /user/forgot/email: one route for both, so that changing tabs keeps the focus. */
export const Route = createFileRoute('/user/forgot/$by')({
  params: {
    parse: ({ by }) => {
      if (!isOtpTarget(by)) throw notFound();
      return { by };
    },
  },
  beforeLoad: ({ params: { by } }) => enter(`forgot.${by}`),
  component: function ForgotRoute() {
    const { by } = Route.useParams();
    const navigate = useNavigate();
    return (
      <ForgotPage
        by={by}
        footer={
          <AuthFooter question={forgotTexts.remembered} answer={<Link to="/login">{forgotTexts.toLogin}</Link>} />
        }
        onBy={(chosen) => void navigate({ to: '/user/forgot/$by', params: { by: chosen }, replace: true })}
        onSent={(to) => void navigate({ to: '/user/forgot/verification', search: { ...to } })}
      />
    );
  },
});
