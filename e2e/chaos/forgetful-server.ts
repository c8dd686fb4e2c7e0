import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { built } from '#e2e/shop.ts';
import { onShopDatabase } from './truth.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Where the built server remembers: that a command was decided, and that an order was made under its uid. */
const memories: readonly (readonly [from: string, to: string])[] = [
  [
    '.onConflictDoNothing().returning({ id: commands.cmd_id })',
    '.onConflictDoUpdate({ target: [commands.store_id, commands.cmd_id], set: { fingerprint } }).returning({ id: commands.cmd_id })',
  ],
  ['return orderIdOfUid(tx, storeId, uid);', 'return null;'],
];

export interface ForgetfulServer {
  readonly program: string;
  /** The database's own belt: one order a uid. */
  prepare(databaseUrl: string): Promise<void>;
  remove(): void;
}

/**
 * A copy of the built server that takes every repeat for something new: the check must find what it does twice. The
 * shipped server has no switch for that, so the copy is changed; a snippet that is not there once is an error.
 */
export function forgetfulServer(): ForgetfulServer {
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  // In the repository, where its packages are found.
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
