/**
 * Preconditions of every command: packages that match the lock file, and a build that matches the source. Uses built-in
 * modules only, because it runs before packages are installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const installStamp = path.join(root, 'node_modules', '.marche-installed');
const buildStamp = path.join(root, 'dist', '.built');

/** All inputs of the two builds. */
const sources = [
  'src',
  'server',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'vite.server.config.ts',
  'scripts/chunks.ts',
  'scripts/first-pages.ts',
  'scripts/precompress.ts',
  'package.json',
  'package-lock.json',
];
/** Files that are not part of the product, or that the build writes itself. */
const beside = /\.test\.tsx?$|^(src|server)\/testing\/|^src\/app\/route-tree\.gen\.ts$/;

/**
 * Runs a program in the repository. Shows its output; with `quiet` only if it fails. `onError` gets what it writes as
 * errors, too. Throws when it fails.
 */
export function run(command, args, { quiet = false, env = {}, onError } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', onError ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => (quiet ? output.push(chunk) : process.stderr.write(chunk)));
    if (onError) child.stderr?.on('data', (chunk) => onError(String(chunk)));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(output));
      return reject(new Error(`${path.basename(command)} ${args.join(' ')}: terminó con ${signal ?? code}`));
    });
  });
}

/** Runs the program of an installed package without npx. */
export const runPackage = (file, args, options) =>
  run(process.execPath, [path.join(root, 'node_modules', file), ...args], options);

/**
 * Runs `npm ci`, unless node_modules matches package-lock.json. Includes the development packages, which the build
 * needs.
 */
export async function ensureInstalled() {
  const wanted = hashOf(['package-lock.json'], `${process.platform} ${process.arch}`);
  if (readStamp(installStamp) === wanted) return;
  if (!matchesLock()) {
    console.log('Instalando los paquetes (una sola vez, alrededor de un minuto)…');
    const npm = process.env.npm_execpath;
    const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
    await run(command, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      quiet: true,
    });
  }
  writeFileSync(installStamp, wanted);
}

/** A person may have run `npm ci`; npm records the installed packages once it has finished. */
function matchesLock() {
  try {
    const packagesOf = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
    const installed = packagesOf('node_modules/.package-lock.json');
    return Object.entries(packagesOf('package-lock.json')).every(
      ([name, entry]) =>
        name === '' ||
        (installed[name]
          ? installed[name].integrity === entry.integrity
          : (entry.optional ?? entry.devOptional ?? false)),
    );
  } catch {
    return false;
  }
}

/** Builds the app and the server in parallel, unless dist/ was built from exactly this source. */
export async function ensureBuilt() {
  const wanted = hashOf(sources);
  if (readStamp(buildStamp) === wanted) return;
  console.log('Compilando…');
  await build();
}

/** Builds without reading the stamp. MARCHE_BUILD names another folder than dist/, which gets no stamp. */
export async function build() {
  const env = { NODE_ENV: 'production' };
  const elsewhere = process.env.MARCHE_BUILD;
  const into = (part) => (elsewhere ? ['--outDir', path.resolve(elsewhere, part), '--emptyOutDir'] : []);
  const vite = (...args) => runPackage('vite/bin/vite.js', ['build', '--logLevel=warn', ...args], { quiet: true, env });
  const wanted = hashOf(sources);
  if (!elsewhere) rmSync(buildStamp, { force: true });
  await Promise.all([vite(...into('client')), vite('--config', 'vite.server.config.ts', ...into('server'))]);
  if (elsewhere) return;
  mkdirSync(path.dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, wanted);
}

const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function hashOf(names, salt = '') {
  const hash = createHash('sha256').update(salt);
  for (const file of names.flatMap(filesBelow)) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

function filesBelow(name) {
  const full = path.join(root, name);
  if (!existsSync(full)) return [];
  const entries = readdirSync(path.dirname(full), { withFileTypes: true });
  if (entries.find((entry) => entry.name === path.basename(full))?.isFile()) return [name];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !beside.test(file))
    .toSorted();
}

/** Installs packages of Debian, as root; does nothing for other people and other systems. */
export async function installDebian(...packages) {
  if (process.getuid?.() !== 0) return;
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-q'], options);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options);
}
