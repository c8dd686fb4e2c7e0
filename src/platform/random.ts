import type { Uuid } from '#domain/ids.ts';
import { uuidV7 } from '#domain/ids.ts';
import { deviceClock } from './clock.ts';

/** A new UUIDv7 from the device's clock and cryptographic randomness. */
export const newUuid = (): Uuid => uuidV7(deviceClock.now(), crypto.getRandomValues(new Uint8Array(10)));

/** A random number in [0, 1) that spreads retries. */
export const jitter = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
