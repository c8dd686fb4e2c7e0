/**
 * `npm run restore -- file.tar.gz`: puts a copy made by `npm run backup` in the place of the embedded database. The
 * server must be stopped. The database of before is kept beside it. With a database of your own: restore it with
 * pg_restore, then `npm run restore -- --done` tells the devices (server/db/epochs.ts).
 */
import { defaultDataDir } from '#server/db/embedded.ts';
import { FolderInUse, restoreBackup } from '#server/db/backup.ts';
import { beginEpochs } from '#server/db/epochs.ts';
import { repositoryRoot } from '#server/root.ts';
import { systemClock } from '#server/system.ts';
import { settings } from './settings.mjs';

const log = (line: string): void => console.log(line);

async function restoreEmbedded(file: string): Promise<void> {
  const dataDir = process.env.MARCHE_DATA || defaultDataDir(repositoryRoot);
  const before = await restoreBackup({ dataDir, file, log, now: systemClock.now() });
  log('La base de datos es ahora la de la copia. Iniciá el servidor con npm start.');
  if (before !== null) log(`La de antes quedó en ${before}`);
}

async function finishOwn(url: string): Promise<void> {
  await beginEpochs(url, systemClock.now());
  log('Los dispositivos van a leer todo de nuevo.');
}

settings();
const [, , file] = process.argv;
const own = process.env.DATABASE_URL;
const problem =
  own && file !== '--done'
    ? 'La base de datos es propia (DATABASE_URL): restaurala con pg_restore y después ejecutá npm run restore -- --done'
    : file === undefined
      ? 'Falta el archivo: npm run restore -- copia.tar.gz'
      : null;
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
try {
  await (own ? finishOwn(own) : restoreEmbedded(file ?? ''));
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof FolderInUse ? `Detené primero el servidor: ${reason}` : `No se pudo restaurar: ${reason}`,
  );
  process.exitCode = 1;
}
