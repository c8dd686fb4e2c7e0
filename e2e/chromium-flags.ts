/** Flags of every test Chromium: no background network, and no sandbox when run by root. */
export const chromiumFlags: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/** Launch options for journeys that need what the headless shell lacks (scripts/chromium.mjs). */
export function fullChromium(more: readonly string[] = []): { executablePath?: string; args: string[] } {
  const executablePath = process.env['FULL_CHROMIUM_PATH'] ?? process.env['CHROMIUM_PATH'];
  return { ...(executablePath ? { executablePath } : {}), args: [...chromiumFlags, ...more] };
}
