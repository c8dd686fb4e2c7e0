import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const document = readFileSync('docs/threats.md', 'utf8');
const [threats = '', attacks = ''] = document.split('## The test of each attack');

interface Attack {
  readonly id: string;
  readonly file: string;
  readonly title: string;
}

const listed: readonly Attack[] = [...attacks.matchAll(/^\| (T\d{1,2}) +\| [^|]+ \| `([^`]+)` +\| (.+?) +\|$/gm)].map(
  ([, id = '', file = '', title = '']) => ({ id, file, title }),
);

/** Whether a test or a group of tests in the file begins with the title. */
function isTitle({ file, title }: Attack): boolean {
  if (!existsSync(file)) return false;
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/\b(?:it|test|describe)(?:\.each[^'"`]*)?\(\s*(['"`])/g)].some(({ 0: call, index }) =>
    source.startsWith(title, index + call.length),
  );
}

describe('the test of each attack', () => {
  it('is in the repository, under its title', () => {
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.filter((attack) => !isTitle(attack))).toEqual([]);
  });

  it('is listed in a row that this file can read', () => {
    expect(attacks.match(/^\| T/gm)).toHaveLength(listed.length);
  });

  it('is named for every threat', () => {
    const ids = [...threats.matchAll(/^\| (T\d{1,2}) /gm)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !listed.some((attack) => attack.id === id))).toEqual([]);
  });
});

it('every package has an exact version, and the lock file its hash (T14)', () => {
  const {
    dependencies,
    devDependencies,
  }: Record<string, Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8'));
  const wanted = Object.entries({ ...dependencies, ...devDependencies });
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  const { packages }: { packages: Record<string, { integrity?: string; link?: boolean }> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const installed = Object.entries(packages).filter(([place]) => place.startsWith('node_modules/'));
  expect(installed.length).toBeGreaterThan(wanted.length);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual(
    [],
  );
});
