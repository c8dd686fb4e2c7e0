import { takeFragment } from '#platform/surroundings.ts';

let answer = new URLSearchParams();

/**
 * Reads the result of the provider's redirect and removes it from the address, before any other code of the page
 * runs.
 */
export function catchSocialAnswer(): void {
  const fragment = takeFragment();
  if (fragment !== '') answer = new URLSearchParams(fragment);
}

export const socialAnswer = (): URLSearchParams => answer;
