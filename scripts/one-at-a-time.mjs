/**
 * A lock that cannot go stale: the first process listens on a socket, and tells the others where it is.
 * The socket of a killed process does not answer, so the lock is taken over.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';

/**
 * Resolves to undefined when this process now holds the lock (until it ends), else to what the holder says.
 * The working folder must be the repository: the path of a socket may have only some 100 characters, so it is relative.
 * @param {string} name what only one may use
 * @param {string} message what to tell the others
 * @returns {Promise<string | undefined>}
 */
export async function onlyOne(name, message) {
  const key = createHash('sha256').update(name).digest('hex').slice(0, 12);
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\marche-${key}` : `.cache/${key}.sock`;
  mkdirSync('.cache', { recursive: true });
  for (let attempt = 0; ; attempt += 1) {
    if (await listen(address, message)) return undefined;
    const answer = await ask(address);
    if (answer !== undefined || attempt === 3) return answer ?? '';
    if (process.platform !== 'win32') rmSync(address, { force: true });
  }
}

const listen = (address, message) =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end(message));
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(address, () => {
      server.unref();
      resolve(true);
    });
  });

const ask = (address) =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(address);
    socket.on('data', (chunk) => (answer += chunk));
    socket.once('end', () => resolve(answer));
    socket.once('error', () => resolve(undefined));
  });
