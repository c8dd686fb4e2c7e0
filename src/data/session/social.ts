import type { User } from '#contract/account.ts';
import type { SocialError } from '#domain/account.ts';
import { socialErrors } from '#domain/account.ts';
import { takeFragment } from '#platform/surroundings.ts';
import { exchangeSocial } from './account.ts';

let answer = new URLSearchParams();

/**
 * Reads the result of the provider's redirect and removes it from the address, before any other code of the page
 * runs.
 */
export function catchSocialAnswer(): void {
  const fragment = takeFragment();
  if (fragment !== '') answer = new URLSearchParams(fragment);
}

const socialAnswer = (): URLSearchParams => answer;

/** Why the redirect brought no token; null if it did. */
export function socialError(): SocialError | null {
  const said = socialAnswer().get('error');
  if (said === null) return socialAnswer().get('access_token') === null ? 'failed' : null;
  return socialErrors.find((error) => error === said) ?? 'failed';
}

let running: { readonly token: string; readonly user: Promise<User> } | null = null;

/** Exchanges a token once, even if called several times. Rejects with ApiFailure. */
export function enterBySocial(provider: string): Promise<User> {
  const token = socialAnswer().get('access_token') ?? '';
  if (running?.token !== token) running = { token, user: exchangeSocial(provider, token) };
  return running.user;
}
