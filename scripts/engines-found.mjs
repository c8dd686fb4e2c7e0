/** Finds Firefox and WebKitGTK with its driver, or installs them (Debian, as root). */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { installDebian } from './prepare.mjs';

const first = (files) => files.find((file) => existsSync(file)) ?? null;

/** What `find` returns, after an installation if need be. Throws with advice when it stays null. */
async function found(find, packages, advice) {
  const known = find();
  if (known) return known;
  await installDebian(...packages).catch((error) => console.error(error.message));
  const installed = find();
  if (installed) return installed;
  throw new Error(advice);
}

/** The path of Firefox. `FIREFOX_PATH` names another one. */
export async function findFirefox() {
  const program = await found(
    () => process.env.FIREFOX_PATH ?? first(['/usr/bin/firefox-esr', '/usr/bin/firefox', '/snap/bin/firefox']),
    ['firefox-esr'],
    'No Firefox was found. Install one (Debian: apt-get install firefox-esr) or set FIREFOX_PATH to its program.',
  );
  await promisify(execFile)(program, ['--version'], { timeout: 30_000 });
  return program;
}

const miniBrowser = () =>
  first(
    ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib']
      .filter((folder) => existsSync(folder))
      .flatMap((folder) =>
        readdirSync(folder)
          .filter((name) => name.startsWith('webkit2gtk-') || name.startsWith('webkitgtk-'))
          .map((name) => `${folder}/${name}/MiniBrowser`),
      ),
  );

/** The driver, the browser and, without a display of its own, the program that gives one. */
export function findWebKit() {
  return found(
    () => {
      const driver = first(['/usr/bin/WebKitWebDriver']);
      const browser = miniBrowser();
      const display = process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? null : first(['/usr/bin/xvfb-run']);
      const shown = display !== null || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
      return driver && browser && shown ? { driver, browser, display } : null;
    },
    ['webkit2gtk-driver', 'xvfb', 'xauth'],
    'No WebKit with a driver was found. Install one (Debian: apt-get install webkit2gtk-driver xvfb).',
  );
}
