/** Where the words stand, one place a minute, so that no pixel of the screen shows the same for hours (B10). */
const places = ['centre', 'left', 'high', 'right', 'low'] as const;
type Place = (typeof places)[number];

/** The CSS class of the words' place at this time. */
export const driftClass = (now: number): Place => places[Math.floor(now / 60_000) % places.length] ?? 'centre';
