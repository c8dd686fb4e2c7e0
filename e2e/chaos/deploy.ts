import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const hashed = /^(?<name>.*-)(?<hash>[\w-]{8})(?<extension>\.\w+)$/;
const text = /\.(?:js|css|html)$/;
const beside = /\.(?:map|br|gz)$/;

/**
 * Publishes another build as a deploy does: it renames every hashed file, rewrites worker and page, and deletes the old
 * files. The code stays the same, so only the effects of a deploy are tested.
 */
export function publishAnotherBuild(clientFolder: string): void {
  const salt = randomBytes(8).toString('hex');
  const assets = readdirSync(path.join(clientFolder, 'assets')).filter((file) => !beside.test(file));
  const renamed = new Map(assets.map((file) => [file, nameOf(file, salt)]));
  const old = new RegExp([...renamed.keys()].map((file) => file.replaceAll('.', String.raw`\.`)).join('|'), 'g');
  const rewritten = (file: string): string =>
    readFileSync(file, 'utf8').replaceAll(old, (name) => renamed.get(name) ?? name);

  const next = `${clientFolder}.next`;
  cpSync(clientFolder, next, {
    recursive: true,
    filter: (file) => !beside.test(file) && path.relative(clientFolder, file).split(path.sep)[0] !== 'assets',
  });
  mkdirSync(path.join(next, 'assets'));
  for (const [from, to] of renamed) {
    const source = path.join(clientFolder, 'assets', from);
    writeFileSync(path.join(next, 'assets', to), text.test(from) ? rewritten(source) : readFileSync(source));
  }
  const page = rewritten(path.join(clientFolder, 'index.html'));
  writeFileSync(path.join(next, 'index.html'), page);
  for (const file of readdirSync(path.join(next, 'pages'))) {
    const one = path.join(next, 'pages', file);
    writeFileSync(one, rewritten(one));
  }
  const revision = createHash('md5').update(page).digest('hex');
  const worker = rewritten(path.join(clientFolder, 'worker.js'));
  const fresh = worker.replace(/(?<="revision":")[0-9a-f]+(?=","url":"index\.html")/, revision);
  if (fresh === worker) throw new Error('the worker names no revision of index.html');
  writeFileSync(path.join(next, 'worker.js'), fresh);

  const last = `${clientFolder}.last`;
  renameSync(clientFolder, last);
  renameSync(next, clientFolder);
  rmSync(last, { recursive: true });
}

function nameOf(file: string, salt: string): string {
  const parts = hashed.exec(file)?.groups;
  if (!parts) throw new Error(`no hash in the name of ${file}`);
  const hash = createHash('sha256').update(`${parts['hash']}${salt}`).digest('hex').slice(0, 8);
  return `${parts['name']}${hash}${parts['extension']}`;
}
