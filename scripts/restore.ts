/**
 * `npm run restore -- file.tar.gz`: puts a copy made by `npm run backup` in the place of the embedded database. The
 * server must be stopped. The database of before is kept beside it.
 */
import { defaultDataDir } from '#server/db/embedded.ts';
import { FolderInUse, restoreBackup } from '#server/db/backup.ts';
import { repositoryRoot } from '#server/root.ts';
import { settings } from './settings.mjs';

settings();
const [, , file] = process.argv;
if (process.env.DATABASE_URL || file === undefined) {
  console.error(
    file === undefined
      ? 'Falta el archivo: npm run restore -- copia.tar.gz'
      : 'La base de datos es propia (DATABASE_URL): restaurala con pg_restore.',
  );
  process.exit(1);
}
try {
  const dataDir = process.env.MARCHE_DATA || defaultDataDir(repositoryRoot);
  const before = await restoreBackup({ dataDir, file, log: (line) => console.log(line) });
  console.log('La base de datos es ahora la de la copia. Iniciá el servidor con npm start.');
  if (before !== null) console.log(`La de antes quedó en ${before}`);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof FolderInUse ? `Detené primero el servidor: ${reason}` : `No se pudo restaurar: ${reason}`,
  );
  process.exitCode = 1;
}
