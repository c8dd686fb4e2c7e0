import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { shellOf, withShell } from '#domain/still-shell.ts';
import { guestScreens, storeParts } from './chunks.ts';

const earlyScript = 'src/app/early.ts';
const earlyTag = /<script [^>]*early-[^>]*><\/script>/;
const routes = 'src/routes/';
/** What sends calls. Early answers spare it a store's first screen, and a guest calls nothing before the first tap. */
const apiLink = 'src/data/api/link.ts';
/**
 * What an address leads to: the QR of a table leads a guest to its menu, by way of the tables that the code may name. All
 * of it is asked for at once instead of in three steps.
 */
const leadsTo: Readonly<Record<string, readonly string[]>> = {
  'c.$code': [`${routes}-scanned-code.ts`, `${routes}guest.$code.tsx`, `${routes}guest.$store.$code.tsx`],
  'guest.$code': [`${routes}guest.$store.$code.tsx`],
};
const guestScreen = new RegExp(`^${guestScreens}$`);
/** The letters of Spanish (`npm run fonts`). */
const firstFont = /archivo-spanish-[^/]*\.woff2$/;
/** A screen of its own: no layout, no part of a screen. */
const screen = /^src\/routes\/(?!__root|.*\/-|-|.*route\.tsx|.*\.test\.)(?<name>.+)\.tsx$/;

/**
 * Writes `pages/<route>.html` for every route: index.html with the route's scripts and styles as links, so that the
 * browser asks for all of them at once instead of one after the other. The name is the route's file, with dots for
 * slashes: `$storeId.orders.kanban`. The server selects the page by the address (server/http/site). The first script of
 * every page is src/app/early.ts, and its styles are one file.
 */
export function firstPages(): Plugin {
  let folder = '';
  let base = '/';
  let root = '';
  return {
    name: 'marche:first-pages',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: path.join(root, earlyScript), name: 'early' });
    },
    // What the app loads later comes from the worker, too, as soon as there is one: see `asScripts`.
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        const kind = "'modulepreload'";
        if (!code.includes(kind)) throw new Error('Vite loads modules in another way');
        return code.replace(kind, `navigator.serviceWorker?.controller ? 'preload' : ${kind}`);
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const early = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'early');
        if (early?.type !== 'chunk') throw new Error('no early script');
        // It runs before everything else has arrived: it may need nothing else.
        if (early.imports.length > 0) throw new Error(`${early.fileName} imports ${early.imports.join(', ')}`);
        const attrs = {
          type: 'module',
          async: true,
          crossorigin: true,
          fetchpriority: 'high',
          src: base + early.fileName,
        };
        return { html, tags: [{ tag: 'script', attrs, injectTo: 'head-prepend' }] };
      },
    },
    configResolved(config) {
      root = config.root;
      base = config.base;
      folder = path.resolve(root, config.build.outDir, 'pages');
    },
    async writeBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return;
      const html = String(page.source);
      refuseCycles(bundle);
      const chunks = chunksByFile(bundle, root);
      for (const part of [...storeParts, apiLink, ...Object.values(leadsTo).flat()])
        if (!chunks.has(part)) throw new Error(`no chunk has ${part}`);
      await mkdir(folder, { recursive: true });
      // The worker serves index.html for every address, mostly those of a store. It has the font, too: on a page that came
      // over the network, the font would take the bandwidth of the scripts.
      const ofStores = filesOf(bundle, [...storeParts, `${routes}$storeId/route.tsx`], chunks);
      const fonts = Object.keys(bundle).filter((file) => firstFont.test(file));
      if (fonts.length !== 1) throw new Error(`${fonts.length} fonts for the first screens`);
      await writeFile(
        path.join(folder, '../index.html'),
        asScripts(
          withLinks(
            html,
            [...ofStores.filter((file) => file.endsWith('.js')), ...fonts].map((file) => base + file),
          ),
        ),
      );
      for (const route of chunks.keys()) {
        const name = screen.exec(route)?.groups?.['name'];
        if (name === undefined) continue;
        const parts = name.startsWith('$storeId/') ? storeParts : guestScreen.test(route) ? [] : [apiLink];
        const screens = [...layoutsOf(route), route, ...(leadsTo[name] ?? [])];
        const files = filesOf(bundle, [`${routes}__root.tsx`, ...parts, ...screens], chunks);
        const urls = files.map((file) => base + file);
        // Elsewhere there is nothing to ask for early, and no form to keep.
        const own = /^(?:\$storeId\/|login$)/.test(name) ? html : html.replace(earlyTag, '');
        const shown = withShell(own, shellOf(addressOf(name))).replace(hiddenShells, '');
        const { text, style } = withOneStyle(withLinks(shown.replaceAll(/ *<!--[^]*?-->\n/g, ''), urls), base, bundle);
        await writeFile(path.join(folder, '..', style.file), style.css);
        await writeFile(path.join(folder, `${name.replaceAll('/', '.')}.html`), text);
      }
    },
  };
}

/** The page with links to these files, but for those that it has. */
const withLinks = (html: string, urls: readonly string[]): string =>
  html.replace(
    '</head>',
    `${urls
      .filter((url) => !html.includes(url))
      .map((url) => `  ${linkTo(url)}\n  `)
      .join('')}</head>`,
  );

const styleLink = /<link rel="stylesheet" crossorigin href="([^"]+)">/g;

/**
 * The page with one file for all its styles, in their order: each file takes one of the browser's six connections from a
 * script. Vite's loader finds the links of the single files and asks for none of them; a browser does not load a disabled
 * one.
 */
function withOneStyle(page: string, base: string, bundle: Rolldown.OutputBundle) {
  const sources = [...page.matchAll(styleLink)].map(([, url = '']) => {
    const file = bundle[url.slice(base.length)];
    if (file?.type !== 'asset') throw new Error(`no style ${url}`);
    return String(file.source);
  });
  const css = sources.join('');
  const file = `assets/page-${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`;
  const text = page
    .replace(styleLink, '<link rel="stylesheet" crossorigin disabled href="$1">')
    .replace('<link rel="stylesheet" crossorigin disabled', `${linkTo(base + file)}\n    $&`);
  return { text, style: { file, css } };
}

/**
 * The worker's page, with its modules asked for as scripts. Chromium keeps the compiled code of a module, but does not
 * take it for one that it parses while it arrives, which it does for `modulepreload` and `<script type=module>`. It only
 * parses as what was asked for first, so each link comes before its script.
 */
const asScripts = (html: string): string =>
  html
    .replaceAll('rel="modulepreload"', 'rel="preload" as="script"')
    .replace(
      /<script type="module" crossorigin src="([^"]+)">/,
      '<link rel="preload" as="script" crossorigin href="$1">\n    $&',
    );

const hiddenShells = / *<div (?:aria-hidden="true" )?class="shell" data-shell="\w+" hidden>[^]*?\n {4}<\/div>\n/g;

/** An address of a route: /1/pair/1 for `$storeId/pair.$code`. */
const addressOf = (name: string): string => `/${name.replaceAll('.', '/').replaceAll(/\$\w+/g, '1')}`;

function linkTo(url: string): string {
  if (url.endsWith('.css')) return `<link rel="stylesheet" crossorigin href="${url}">`;
  if (url.endsWith('.woff2')) return `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`;
  return `<link rel="modulepreload" crossorigin href="${url}">`;
}

/** The chunks that contain a file of ours, or the split component of a route, by the file's path. */
function chunksByFile(bundle: Rolldown.OutputBundle, root: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue;
    for (const id of Object.keys(chunk.modules)) {
      const file = path.relative(root, id.split('?', 1)[0] ?? '').replaceAll(path.sep, '/');
      if (file.startsWith('src/')) found.set(file, [...(found.get(file) ?? []), chunk.fileName]);
    }
  }
  return found;
}

/** The layout routes around a route. */
function layoutsOf(route: string): string[] {
  const folders = path.posix.dirname(route).split('/');
  return folders.map((_, n) => `${folders.slice(0, n + 1).join('/')}/route.tsx`);
}

/** The chunks of these routes with everything that they import statically: styles first. */
function filesOf(
  bundle: Rolldown.OutputBundle,
  wanted: readonly string[],
  chunks: ReadonlyMap<string, readonly string[]>,
): string[] {
  const [scripts, styles] = [new Set<string>(), new Set<string>()];
  const add = (file: string): void => {
    const chunk = bundle[file];
    if (scripts.has(file) || chunk?.type !== 'chunk') return;
    scripts.add(file);
    for (const imported of chunk.imports) add(imported);
    // After those of its imports, which it may override.
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  for (const route of wanted) for (const file of chunks.get(route) ?? []) add(file);
  return [...styles, ...scripts];
}

/**
 * Throws when chunks import each other in a circle: such code may run before what it needs, and the screen that starts
 * with it is blank. Groups of `codeSplitting` can cause it.
 */
function refuseCycles(bundle: Rolldown.OutputBundle): void {
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) throw new Error(`chunks in a circle: ${[...way, file].join(' -> ')}`);
    const chunk = bundle[file];
    if (done.has(file) || chunk?.type !== 'chunk') return;
    for (const imported of chunk.imports) follow(imported, [...way, file]);
    done.add(file);
  };
  for (const file of Object.keys(bundle)) follow(file, []);
}
