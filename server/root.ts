import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('package.json not found above the server');
    folder = parent;
  }
  return folder;
}

/** Root folder of the repository, also when this file runs as dist/server/main.js. */
export const repositoryRoot = findRoot();

const manifest: unknown = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'));

export const version: string =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest && typeof manifest.version === 'string'
    ? manifest.version
    : '0.0.0';
