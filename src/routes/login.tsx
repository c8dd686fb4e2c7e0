import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { LoginPage } from '#features/auth/login-page.tsx';
import { enter } from './-guard.ts';

export const Route = createFileRoute('/login')({
  beforeLoad: () => enter('login'),
  component: function LoginRoute() {
    const navigate = useNavigate();
    return <LoginPage onDone={() => void navigate({ to: '/', replace: true })} />;
  },
});
