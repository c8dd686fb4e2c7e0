/** The settings that `npm start` and `npm run dev` look at themselves; .env.example describes them all. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

/** Reads .env (what is set already wins) and returns the address to listen on and the name of the lock. */
export function settings() {
  const file = path.join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const port = Number(process.env.PORT || 4173);
  const host = process.env.HOST || '127.0.0.1';
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    console.error(`PORT tiene que ser un número entre 1 y 65535, no "${process.env.PORT}".`);
    process.exit(1);
  }
  // With a database of their own, several servers may share it; the embedded one belongs to one of them.
  const lock = process.env.DATABASE_URL ? `port ${port}` : `data ${path.resolve(process.env.MARCHE_DATA || '.data')}`;
  return { port, host, lock, url: `http://localhost:${port}/sellers/` };
}
