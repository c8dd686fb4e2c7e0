import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { errorBody } from '#server/http/errors.ts';
import { keepBuild } from './kept-builds.ts';

const base = '/sellers/';
const codePages = `${base}c/`;
const oneYear = 'public, max-age=31536000, immutable';
const oneDay = 'public, max-age=86400';
const askAgain = 'no-cache';

/** Files with a hash in their name never change. The browser revalidates the page and the worker every time. */
function cacheControl(file: string): string {
  const name = file.replace(/\.(br|gz)$/, '');
  if (name.includes(`${path.sep}assets${path.sep}`)) return oneYear;
  if (/\.(html|webmanifest|json)$/.test(name) || path.basename(name) === 'worker.js') return askAgain;
  return oneDay;
}

/** Paths of files: a missing one answers an error, not the app's page. A code may have a dot. */
const looksLikeFile = (pathname: string): boolean =>
  pathname.startsWith(`${base}assets/`) || (/\.\w{1,12}$/.test(pathname) && !pathname.startsWith(codePages));

/**
 * Selects the page that already names the scripts of an address (scripts/first-pages.ts); index.html for an address
 * without one, and while a deploy replaces the files. Any of them works for every address.
 */
function firstPages(folder: string): (address: string) => string {
  const found = existsSync(path.join(folder, 'pages')) ? readdirSync(path.join(folder, 'pages')) : [];
  const pages = found.filter((file) => file.endsWith('.html')).map((file) => ({ file, of: addressesOf(file) }));
  return (address) => {
    const file = pages.find(({ of }) => of.test(address))?.file;
    const page = file === undefined ? 'index.html' : path.join('pages', file);
    return existsSync(path.join(folder, page)) ? page : 'index.html';
  };
}

/** The addresses of a page: `$storeId.pair.$code.html` is /1/pair/ABC. A store's number keeps /pair/ABC apart from /1/home. */
const addressesOf = (file: string): RegExp =>
  new RegExp(
    `^${file
      .replace(/\.html$/, '')
      .split('.')
      .filter((part) => part !== 'index')
      .map((part) => `/${part === '$storeId' ? String.raw`\d+` : part.startsWith('$') ? '[^/]+' : part}`)
      .join('')}/?$`,
  );

/**
 * Serves the built client under /sellers/, compressed at build time. Every route of the app answers a page. A hashed
 * file that this build no longer has comes from one of the last five builds (docs/offline-engine.md).
 */
export async function mountClientFiles(
  app: FastifyInstance,
  { config, clock, log }: Pick<Deps, 'config' | 'clock' | 'log'>,
): Promise<void> {
  const { clientFolder: folder, dataFolder } = config;
  app.get('/', (_request, reply) => reply.redirect(base));
  // The address in the QR of a code (N-29): what a phone's own camera opens.
  for (const link of ['/c/:code', '/c/:code/'])
    app.get<{ Params: { code: string } }>(link, ({ params }, reply) =>
      reply.redirect(`${codePages}${encodeURIComponent(params.code)}`),
    );
  const missing = errorBody({ code: 'not_found' });
  if (folder === null || !existsSync(path.join(folder, 'index.html'))) {
    app.setNotFoundHandler((_request, reply) => reply.status(404).send(missing));
    return;
  }
  const kept = await keepBuild({ clientFolder: folder, dataFolder, now: clock.now(), log });
  app.get('/sellers', (_request, reply) => reply.redirect(base));
  await app.register(fastifyStatic, {
    root: [folder, ...kept],
    prefix: base,
    wildcard: true,
    preCompressed: true,
    index: ['index.html'],
    cacheControl: false,
    // Source maps stay on the server, for its own error reports.
    allowedPath: (pathname) => !pathname.endsWith('.map'),
    setHeaders: (reply, file) => {
      void reply.header('cache-control', cacheControl(file)).header('vary', 'accept-encoding');
    },
  });
  const pages = firstPages(folder);
  app.get(base, (_request, reply) => reply.sendFile(pages('/')));
  app.setNotFoundHandler((request, reply) => {
    const [pathname = ''] = request.url.split(/[?#]/, 1);
    const isPage = request.method === 'GET' && pathname.startsWith(base) && !looksLikeFile(pathname);
    if (isPage) return reply.sendFile(pages(pathname.slice(base.length - 1)));
    return reply.status(404).header('cache-control', 'no-store').send(missing);
  });
}
