import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { built } from '#e2e/shop.ts';
import { onShopDatabase } from './truth.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The snippets of the built server that detect a repeat: the recorded command, and the order with the same uid. */
const memories: readonly (readonly [from: string, to: string])[] = [
  [
    '.onConflictDoNothing().returning({ id: commands.cmd_id })',
    '.onConflictDoUpdate({ target: [commands.store_id, commands.cmd_id], set: { fingerprint } }).returning({ id: commands.cmd_id })',
  ],
  ['return orderIdOfUid(tx, storeId, uid);', 'return null;'],
];

export interface ForgetfulServer {
  readonly program: string;
  /** Drops the database's own guard: one order per uid. */
  prepare(databaseUrl: string): Promise<void>;
  remove(): void;
}

/**
 * A copy of the built server that executes every repeat as a new command; the check must find the doubled ones. The
 * shipped server has no such switch, so this changes the copy; a snippet that does not occur exactly once is an error.
 */
export function forgetfulServer(): ForgetfulServer {
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  // Inside the repository, so that it finds its packages.
  const folder = mkdtempSync(path.join(root, '.cache/forgetful-'));
  cpSync(path.join(built, 'server'), folder, { recursive: true });
  const program = path.join(folder, 'main.js');
  let source = readFileSync(program, 'utf8');
  for (const [from, to] of memories) {
    if (source.split(from).length !== 2) throw new Error(`the server no longer remembers by: ${from}`);
    source = source.replace(from, () => to);
  }
  writeFileSync(program, source);
  return {
    program,
    prepare: (url) => onShopDatabase(url, async (client) => void (await client.query('drop index orders_uid'))),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
