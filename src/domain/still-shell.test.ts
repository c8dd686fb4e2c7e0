import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { shellOf, withShell } from './still-shell.ts';

it.each([
  ['/login', '', 'login'],
  ['/1/orders/kanban', '', 'board'],
  ['/12/orders/kanban/', '?x=1', 'board'],
  ['/1/orders/kanban', '?kiosk=1', null],
  ['/1/home', '', 'store'],
  ['/1/cart/catalog', '', 'store'],
  ['/1/camera', '', null],
  ['/c/LE-M1', '', null],
  ['/', '', null],
  ['/signin', '', null],
  ['/0/home', '', null],
] as const)('%s%s has the frame: %s', (address, search, shell) => expect(shellOf(address, search)).toBe(shell));

it('shows one of the frames that index.html has, and leaves the page as it is without one', () => {
  const html = readFileSync(path.join(import.meta.dirname, '../../index.html'), 'utf8');
  expect(withShell(html, null)).toBe(html);
  for (const shell of ['login', 'store', 'board'] as const) {
    const shown = withShell(html, shell);
    const visible = Array.from(shown.matchAll(/data-shell="(?<name>\w+)">/g), ({ groups }) => groups?.['name']);
    expect(visible).toEqual([shell]);
  }
});
