/** The path of Debian's headless shell, installed if possible, or else of any Chromium. */
export function findHeadlessChromium(): Promise<string>;

/** The path of a Chromium that runs; throws with advice when there is none and none can be installed. */
export function findChromium(): Promise<string>;
