import { takeFragment } from '#platform/fragment.ts';

let answer = new URLSearchParams();

/** Reads what the provider's redirect brought and wipes it from the address, before anything else of that page runs. */
export function catchSocialAnswer(): void {
  const fragment = takeFragment();
  if (fragment !== '') answer = new URLSearchParams(fragment);
}

export const socialAnswer = (): URLSearchParams => answer;
