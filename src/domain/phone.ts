/** What may be wrong with a telephone number; worded in texts/phone. */
export const phoneProblems = [
  'not-a-number',
  'no-country',
  'too-short',
  'invalid-length',
  'too-long',
  'invalid',
] as const;
export type PhoneProblem = (typeof phoneProblems)[number];
