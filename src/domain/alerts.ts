/**
 * How far a pending order got on one device: the data arrived, its card was drawn, the sound played, a person
 * acknowledged it.
 */
export const receiptStages = ['received', 'displayed', 'sounded', 'acknowledged'] as const;
export type ReceiptStage = (typeof receiptStages)[number];

/** From these stages on, the order has reached a person. A drawn card does not count: the screen may be unattended. */
export const reachingStages: readonly ReceiptStage[] = ['sounded', 'acknowledged'];

/** Stored per device; null: never (P-48). A device without a stored value uses 'once' (D-34). */
export const soundModes = ['once', 'always'] as const;
export type SoundMode = (typeof soundModes)[number] | null;
