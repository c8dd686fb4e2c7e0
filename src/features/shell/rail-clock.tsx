import { useNow } from '#data/device/device.ts';
import { hourLabel } from '#texts/time.ts';

const lookEveryMs = 5_000;

/** The store's time: a screen that fills its monitor has no other clock (B1). */
export const RailClock = ({ zone }: { readonly zone: string }) => <>{hourLabel(useNow(lookEveryMs), zone)}</>;
