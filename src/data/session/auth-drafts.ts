import { create } from 'zustand';
import { useSession } from './session.ts';

/**
 * Values typed on one access screen that the next one prefills (WCAG 3.3.7). In memory only, and cleared at login, so
 * that the next person does not see them. `email` null: nothing was typed, so the screen prefills the last login's
 * address.
 */
export const useAuthDrafts = create<{ readonly email: string | null; readonly phone: string }>(() => ({
  email: null,
  phone: '',
}));

useSession.subscribe(({ user }) => {
  if (user) useAuthDrafts.setState({ email: null, phone: '' });
});
