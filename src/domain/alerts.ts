/** How far a pending order got on one device: the news arrived, its card was drawn, it rang, someone touched it. */
export const receiptStages = ['received', 'displayed', 'sounded', 'acknowledged'] as const;
export type ReceiptStage = (typeof receiptStages)[number];

/** Who was reached counts from here on: a card that was drawn on a screen which nobody looks at reached nobody. */
export const reachingStages: readonly ReceiptStage[] = ['sounded', 'acknowledged'];

/** Stored per device; null = never (P-48). A device that has nothing stored is heard: 'once' (D-34). */
export const soundModes = ['once', 'always'] as const;
export type SoundMode = (typeof soundModes)[number] | null;
