import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router';
import type { OtpTarget } from '#domain/account.ts';
import { isOtpTarget, targetOf } from '#features/auth/recovery/target.ts';
import { verificationTexts } from '#features/auth/recovery/texts.ts';
import { VerificationPage } from '#features/auth/recovery/verification-page.tsx';
import { enter, useAfterLogin } from './-guard.ts';

export interface VerificationSearch {
  readonly target_type?: OtpTarget;
  readonly target?: string;
  readonly issued_for?: 'recovery_access';
}

/** The three values if all are valid, else only a valid `target_type`. */
const readSearch = (query: Record<string, unknown>): VerificationSearch => {
  const whole = targetOf(query);
  if (whole) return whole;
  return isOtpTarget(query['target_type']) ? { target_type: query['target_type'] } : {};
};

export const Route = createFileRoute('/user/forgot/verification')({
  validateSearch: readSearch,
  beforeLoad: ({ search }) => {
    enter('forgot.verification');
    if (targetOf(search) === null)
      throw redirect({ to: '/user/forgot/$by', params: { by: search.target_type ?? 'phone' }, replace: true });
  },
  component: function VerificationRoute() {
    const to = targetOf(Route.useSearch());
    const navigate = useNavigate();
    const onDone = useAfterLogin();
    if (to === null) return null;
    const forgot = (by: OtpTarget): void => void navigate({ to: '/user/forgot/$by', params: { by }, replace: true });
    return (
      <VerificationPage
        key={`${to.target_type} ${to.target}`}
        change={
          <Link replace params={{ by: to.target_type }} to="/user/forgot/$by">
            {verificationTexts.change}
          </Link>
        }
        to={to}
        onDone={onDone}
        onForgot={forgot}
        onNewPassword={() => void navigate({ to: '/user/settings/$tab', params: { tab: 'password' } })}
      />
    );
  },
});
