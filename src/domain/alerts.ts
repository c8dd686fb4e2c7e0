/** How far a pending order got on one device: the news arrived, its card was drawn, it rang, someone touched it. */
export const sightingStages = ['delivered', 'painted', 'rang', 'touched'] as const;
export type SightingStage = (typeof sightingStages)[number];

/** Who was reached counts from here on: a card that was drawn on a screen which nobody looks at reached nobody. */
export const reachingStages: readonly SightingStage[] = ['rang', 'touched'];

/** Stored per device; null = never (P-48). A device that has nothing stored is heard: 'once' (D-34). */
export const soundModes = ['once', 'always'] as const;
export type SoundMode = (typeof soundModes)[number] | null;
