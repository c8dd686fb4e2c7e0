/** The path of Firefox; throws with advice when there is none and none can be installed. */
export function findFirefox(): Promise<string>;
/** WebKitGTK's driver and browser, and the program that gives them a display; null = this session has one. */
export function findWebKit(): Promise<{ driver: string; browser: string; display: string | null }>;
