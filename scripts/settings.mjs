/** The settings that `npm start` and `npm run dev` read themselves; .env.example describes them all. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

/** Reads .env (existing variables win). Returns the listen address and the name of the lock. */
export function settings() {
  const file = path.join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const port = Number(process.env.PORT || 4173);
  const host = process.env.HOST || '127.0.0.1';
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    console.error(`PORT tiene que ser un número entre 1 y 65535, no "${process.env.PORT}".`);
    process.exit(1);
  }
  // Several servers may share an external database; only one server may use the embedded one.
  const lock = process.env.DATABASE_URL ? `port ${port}` : `data ${path.resolve(process.env.MARCHE_DATA || '.data')}`;
  return { port, host, lock, url: `http://localhost:${port}/sellers/` };
}
