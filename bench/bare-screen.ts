import path from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { servePage } from './serve-page.ts';

export type BareNode =
  | string
  | { readonly tag: string; readonly props: object; readonly children: readonly BareNode[] };

/** The elements of a screen, and the data that it was made of. */
export interface BareScreen {
  readonly root: BareNode;
  readonly data: unknown;
}

/** Runs in the page. It is text, because a compiled function would refer to helpers of its compiler. */
const readScreen = `(() => {
  const styleOf = ({ style }) => Object.fromEntries([...style].map((name) => [
    name.startsWith('--') ? name : name.replace(/-(\\w)/g, (_, letter) => letter.toUpperCase()),
    style.getPropertyValue(name),
  ]));
  const propsOf = (element) => Object.fromEntries([...element.attributes].flatMap(({ name, value }) =>
    // The pictures are files of another server.
    name === 'src' ? [] : name === 'style' ? [['style', styleOf(element)]]
      : [[name === 'class' ? 'className' : name, value === '' && !/^(data|aria)-|^(alt|value)$/.test(name) ? true : value]]));
  const nodeOf = (node) => node.nodeType === Node.TEXT_NODE ? node.data
    : { tag: node.localName, props: propsOf(node), children: [...node.childNodes].map(nodeOf) };
  return {
    root: { tag: 'div', props: {}, children: [...document.getElementById('root').childNodes].map(nodeOf) },
    styles: [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\\n'),
    html: [...document.documentElement.attributes].map(({ name, value }) => name + '="' + value + '"').join(' '),
  };
})()`;

/**
 * Serves a page that starts with the elements, the styles and the stored data of the screen that `page` shows. After its
 * first visit it has them in IndexedDB.
 */
export async function serveBareScreen(page: Page, data: unknown): ReturnType<typeof servePage> {
  const { root, styles, html } = await page.evaluate<{ root: BareNode; styles: string; html: string }>(readScreen);
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'bare-screen-page.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  const screen: BareScreen = { root, data };
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    '/': [
      'text/html',
      `<!doctype html><html ${html}><link rel="stylesheet" href="/screen.css"><div id="root"></div><script type="module" src="/screen.js"></script>`,
    ],
    '/screen.css': ['text/css', styles],
    '/screen.js': ['text/javascript', outputFiles[0]?.text ?? ''],
    '/screen.json': ['application/json', JSON.stringify(screen)],
  };
  return servePage((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? ['text/plain', ''];
    response.setHeader('content-type', `${type}; charset=utf-8`);
    response.setHeader('cache-control', /css|javascript/.test(type) ? 'max-age=3600' : 'no-cache');
    response.end(text);
  });
}
