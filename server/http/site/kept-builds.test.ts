import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultRateLimits } from '#server/deps.ts';
import { createTestClock, type TestClock } from '#server/testing/test-clock.ts';
import { testStart } from '#server/testing/test-server.ts';
import { mountClientFiles } from './client-files.ts';

let folder: string;
let client: string;
let data: string;
let clock: TestClock;
let lines: string[];
const apps: FastifyInstance[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marche builds '));
  client = path.join(folder, 'client');
  data = path.join(folder, 'data');
  clock = createTestClock(testStart);
  lines = [];
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  await rm(folder, { recursive: true });
});

const scriptOf = (name: string): string => `export const build = '${name}';`;

/** Replaces the folder's content with the new build, as a deploy does. */
async function publish(name: string): Promise<void> {
  await rm(client, { recursive: true, force: true });
  await mkdir(path.join(client, 'assets'), { recursive: true });
  await writeFile(path.join(client, 'index.html'), `<!doctype html><title>${name}</title>`);
  await writeFile(path.join(client, 'worker.js'), `// ${name}`);
  const script = path.join(client, `assets/main-${name}.js`);
  await writeFile(script, scriptOf(name));
  await writeFile(`${script}.br`, brotliCompressSync(scriptOf(name)));
  await writeFile(`${script}.map`, '{}');
}

async function start(dataFolder: string | null = data): Promise<FastifyInstance> {
  const app = fastify();
  apps.push(app);
  const log = { info: () => undefined, warn: (line: string) => lines.push(line), error: () => undefined };
  const config = {
    version: 'test',
    publicOrigin: null,
    clientFolder: client,
    dataFolder,
    limits: defaultRateLimits,
    mapsKey: null,
    plansUrl: null,
    codeBaseUrl: null,
    supportDeskKey: null,
    partnerPanelKey: null,
    otpLength: 4,
    social: { google: null, facebook: null },
  };
  await mountClientFiles(app, { config, clock, log });
  return app;
}

/** Deploys and restarts, a minute after the previous deploy. */
async function deploy(name: string): Promise<FastifyInstance> {
  clock.advance(60_000);
  await publish(name);
  return start();
}

const urlOf = (name: string): string => `/sellers/assets/main-${name}.js`;

async function reachable(app: FastifyInstance, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(names.map(async (name) => [name, await app.inject(urlOf(name))] as const));
  for (const [name, { statusCode, body }] of found) if (statusCode === 200) expect(body).toBe(scriptOf(name));
  return found.flatMap(([name, { statusCode }]) => (statusCode === 200 ? [name] : []));
}

describe('hashed files of earlier builds (F-11)', () => {
  it('are served with the headers of the current ones, compressed included', async () => {
    await deploy('a');
    const app = await deploy('b');
    for (const name of ['a', 'b']) {
      const { statusCode, headers, rawPayload } = await app.inject({
        url: urlOf(name),
        headers: { 'accept-encoding': 'br' },
      });
      expect([
        statusCode,
        headers['cache-control'],
        headers['content-encoding'],
        headers.vary,
        headers['content-type'],
      ]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        'br',
        'accept-encoding',
        'application/javascript; charset=utf-8',
      ]);
      expect(brotliDecompressSync(rawPayload).toString()).toBe(scriptOf(name));
    }
  });

  it('are there already when the deploy has not restarted the server yet', async () => {
    const app = await deploy('a');
    await publish('b');
    expect(await reachable(app, ['a', 'b'])).toEqual(['a', 'b']);
  });

  it('are those of the last 5 builds started, and going back to one makes it the newest', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) await deploy(name);
    expect(await reachable(await start(), names)).toEqual(['b', 'c', 'd', 'e', 'f']);
    await deploy('b');
    expect(await reachable(await deploy('g'), [...names, 'g'])).toEqual(['b', 'd', 'e', 'f', 'g']);
    expect(await readdir(path.join(data, 'builds'))).toHaveLength(5);
  });

  it('a restart on the same build keeps it once', async () => {
    await deploy('a');
    await deploy('a');
    expect(await readdir(path.join(data, 'builds'))).toHaveLength(1);
  });

  it('page and worker are only ever of the current build; source maps are never served (T14)', async () => {
    await deploy('a');
    const app = await deploy('b');
    expect((await app.inject('/sellers/')).body).toContain('<title>b</title>');
    expect((await app.inject('/sellers/worker.js')).body).toBe('// b');
    for (const build of ['a', 'b']) expect((await app.inject(`${urlOf(build)}.map`)).statusCode).toBe(404);
  });

  it('a copy that a kill cut short is never served and made again', async () => {
    await deploy('a');
    const [id = ''] = await readdir(path.join(data, 'builds'));
    await rm(path.join(data, 'builds', id), { recursive: true });
    await mkdir(path.join(data, 'builds', `${id}.new`, 'assets'), { recursive: true });
    await writeFile(path.join(data, 'builds', `${id}.new`, 'assets/main-half.js'), '');
    const app = await start();
    expect(await reachable(app, ['a', 'half'])).toEqual(['a']);
    expect(await readdir(path.join(data, 'builds'))).toEqual([id]);
    expect(await readdir(path.join(data, 'builds', id, 'assets'))).toEqual(['main-a.js', 'main-a.js.br']);
  });

  it('a data folder that cannot be written is one line in the log; the current build is served', async () => {
    await publish('a');
    await writeFile(data, 'a file where the folder should be');
    expect(await reachable(await start(), ['a'])).toEqual(['a']);
    expect(lines).toEqual([expect.stringContaining('not kept')]);
  });

  it('without a data folder nothing is kept and nothing is said', async () => {
    await publish('a');
    expect(await reachable(await start(null), ['a'])).toEqual(['a']);
    expect(lines).toEqual([]);
  });
});
