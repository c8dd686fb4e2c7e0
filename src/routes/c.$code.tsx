import { createFileRoute, redirect } from '@tanstack/react-router';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { currentUser } from '#data/session/session.ts';
import { enter } from './-guard.ts';

/**
 * The target of the QR of a code, as a phone's own camera opens it (N-29). Without a session it leads to the login,
 * which comes back here.
 */
export const Route = createFileRoute('/c/$code')({
  beforeLoad: async ({ params }) => {
    if (!currentUser()) throw redirect({ to: '/login', search: { code: params.code }, replace: true });
    enter('code');
    // Lazy: the file of this route is part of every first screen.
    const { leadToCode } = await importWithRetry(() => import('./-scanned-code.ts'));
    await leadToCode(params.code);
  },
});
