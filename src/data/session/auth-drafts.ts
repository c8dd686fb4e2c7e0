import { create } from 'zustand';
import { useSession } from './session.ts';

/**
 * What was typed on one access screen and is wanted on the next (WCAG 3.3.7); never longer than the page, and
 * nothing of one person is left for the next. null = nothing was: then the address that logged in here last stands in.
 */
export const useAuthDrafts = create<{ readonly email: string | null; readonly phone: string }>(() => ({
  email: null,
  phone: '',
}));

useSession.subscribe(({ user }) => {
  if (user) useAuthDrafts.setState({ email: null, phone: '' });
});
