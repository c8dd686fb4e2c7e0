/**
 * A lock that cannot go stale: the first process listens on a socket and sends its message to the others. The socket of
 * a killed process does not answer, so the next process takes the lock.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';

/**
 * Takes the lock until this process ends and resolves to undefined, or resolves to the message of the current holder.
 * The working folder must be the repository: a socket path is limited to about 100 characters, so it is relative.
 * @param {string} name name of the lock
 * @param {string} message text for the processes that do not get the lock
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
