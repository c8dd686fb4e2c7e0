/** The path of a Chromium that runs; throws with advice when there is none and none can be installed. */
export function findChromium(): Promise<string>;
