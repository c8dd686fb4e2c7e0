/** Finds a Chromium that runs, or installs one. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { installDebian, runPackage } from './prepare.mjs';

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * --version loads the shared libraries, which a bare machine lacks; checking that the file exists would not notice
 * that.
 */
const works = (file) =>
  existsSync(file)
    ? promisify(execFile)(file, ['--version'], { timeout: 30_000 }).then(
        () => true,
        () => false,
      )
    : false;

const isRoot = process.getuid?.() === 0;

const ways = [
  () => undefined,
  () => runPackage('@playwright/test/cli.js', ['install', 'chromium'], { quiet: true }),
  () => isRoot && runPackage('@playwright/test/cli.js', ['install-deps', 'chromium'], { quiet: true }),
  () => installDebian('chromium'),
];

/** The path of a Chromium that runs. The npm packages must be installed. Throws with advice when there is none. */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) {
    if (await works(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which does not run.`);
  }
  const { chromium } = await import('@playwright/test');
  for (const way of ways) {
    await Promise.resolve()
      .then(way)
      .catch((error) => console.error(error.message));
    for (const file of [chromium.executablePath(), ...known]) {
      if (await works(file)) return file;
    }
  }
  throw new Error(
    'No Chromium was found, and none could be installed. Install one (Debian: apt-get install chromium) ' +
      'or set CHROMIUM_PATH to its program.',
  );
}

/**
 * The browsers of journeys as environment variables: FULL_CHROMIUM_PATH, and CHROMIUM_PATH, which is Debian's headless
 * shell where it can be installed. A page costs half the processor time there, because it has no window system.
 */
export async function chromiumPaths() {
  const full = await findChromium();
  const shell = '/usr/bin/chromium-headless-shell';
  if (process.env.CHROMIUM_PATH) return { FULL_CHROMIUM_PATH: full, CHROMIUM_PATH: full };
  if (!(await works(shell)))
    await installDebian('chromium-headless-shell').catch((error) => console.error(error.message));
  return { FULL_CHROMIUM_PATH: full, CHROMIUM_PATH: (await works(shell)) ? shell : full };
}
