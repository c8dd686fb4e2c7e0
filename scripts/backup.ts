/**
 * `npm run backup [-- file.tar.gz]`: a copy of the embedded database in one file, also while the server runs. Without a
 * file name it goes into the folder `backups`.
 */
import path from 'node:path';
import { defaultDataDir } from '#server/db/embedded.ts';
import { backUp } from '#server/db/backup.ts';
import { repositoryRoot } from '#server/root.ts';
import { settings } from './settings.mjs';

settings();
if (process.env.DATABASE_URL) {
  console.error('La base de datos es propia (DATABASE_URL): copiala con pg_dump --format=custom.');
  process.exit(1);
}
const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
const file = path.resolve(process.argv[2] ?? path.join('backups', `marche-${stamp}.tar.gz`));
try {
  const dataDir = process.env.MARCHE_DATA || defaultDataDir(repositoryRoot);
  await backUp({ dataDir, file, log: (line) => console.log(line) });
  console.log(`La copia está en ${file}`);
} catch (error) {
  console.error(`No se pudo hacer la copia: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
