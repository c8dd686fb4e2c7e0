/** The frame of a screen that the HTML shows until the app runs (index.html, docs/decisions/025). */
export type StillShell = 'login' | 'store' | 'board';

/** The frame for an address below /sellers; null for a screen that has none. A kitchen screen and the camera have no frame. */
export function shellOf(path: string, search = ''): StillShell | null {
  if (/[?&]kiosk=/.test(search)) return null;
  if (/^\/login\/?$/.test(path)) return 'login';
  if (/^\/[1-9]\d{0,9}\/camera\/?$/.test(path)) return null;
  if (/^\/[1-9]\d{0,9}\/orders\/kanban\/?$/.test(path)) return 'board';
  return /^\/[1-9]\d{0,9}\/./.test(path) ? 'store' : null;
}

/** The page with that frame visible. All of them are in it, hidden. */
export const withShell = (html: string, shell: StillShell | null): string =>
  shell === null ? html : html.replace(`data-shell="${shell}" hidden`, `data-shell="${shell}"`);
