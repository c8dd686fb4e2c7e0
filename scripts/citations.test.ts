import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * Checks that everything cited in comments, titles and records exists: ledger rows, screens, threats, invariants,
 * sections.
 */
const read = (file: string): string => readFileSync(file, 'utf8');
/** A citation may go on in the next line of its comment. */
const joined = (file: string): string => read(file).replace(/\n\s*(?:\*|\/\/) /g, ' ');
const allFiles = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => existsSync(file));
const sources = allFiles
  .filter((file) => /\.(ts|tsx|mjs|css|md|sql)$/.test(file))
  .filter((file) => !/\.gen\.ts$|^server\/db\/migrations\/|^docs\/requirements\.md$|citations\.test\.ts$/.test(file));

const idsIn = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].map(([, id = '']) => id));

const rows = idsIn(read('docs/requirements.md'), /^\| ([A-Z]-\d{2,3}) /gm);
const screens = idsIn(read('docs/screens.md'), /^\| ([A-H]\d{1,2}) /gm);
const threats = idsIn(read('docs/threats.md'), /^\| (T\d{1,2}) /gm);
const invariants = idsIn(read('docs/offline-engine.md'), /\b(I\d{1,2})\b/g);
const sections = {
  architecture: idsIn(read('docs/architecture.md'), /^## (.+)$/gm),
  'offline engine': idsIn(read('docs/offline-engine.md'), /^#{2,3} (.+)$/gm),
};

/** Citations that match `pattern` but are not in `known`, as 'file: id'. */
function unresolved(pattern: RegExp, known: Pick<ReadonlySet<string>, 'has'>, files = sources): string[] {
  return files.flatMap((file) =>
    [...joined(file).matchAll(pattern)]
      .map(([, id = '']) => id)
      .filter((id) => !known.has(id))
      .map((id) => `${file}: ${id}`),
  );
}

const code = sources.filter((file) => !file.endsWith('.md'));
/** Matches an id inside brackets, after a comma or a space: '(B-42, D3)'. */
const cited = (id: string): RegExp => new RegExp(String.raw`(?<=\((?:[^()\n]*[ ,])?)(${id})(?=[ ,);:])`, 'g');

describe('what is cited is in the repository', () => {
  it('rows of the ledger', () => {
    expect(unresolved(cited(String.raw`[A-Z]-\d{2,3}`), rows)).toEqual([]);
  });

  it('screens', () => {
    expect(unresolved(cited(String.raw`[A-H]\d{1,2}`), screens, code)).toEqual([]);
  });

  it('threats', () => {
    expect(unresolved(cited(String.raw`T\d{1,2}`), threats, code)).toEqual([]);
  });

  it('each threat is named by the title of a test', () => {
    const tests = sources.filter((file) => /\.(test|spec)\.tsx?$/.test(file));
    const named = new Set(tests.flatMap((file) => [...idsIn(read(file), /\b(T\d{1,2})\b(?=[^()'"`\n]*\)['"`])/g)]));
    expect([...threats].filter((id) => !named.has(id))).toEqual([]);
  });

  it('invariants of the offline engine', () => {
    expect(unresolved(cited(String.raw`I\d{1,2}`), invariants, code)).toEqual([]);
  });

  it.each(['architecture', 'offline engine'] as const)('sections of the document: %s', (document) => {
    expect(unresolved(new RegExp(`${document}, ([A-Z][a-z]+(?: [a-z]+)*)`, 'g'), sections[document])).toEqual([]);
  });

  it('files and folders that records name, with or without an ending', () => {
    const folders =
      'src|server|e2e|sim|bench|scripts|sw|docs|app|commands|contract|data|domain|features|platform|sync|ui';
    const named = new RegExp(`\`((?:${folders})/[\\w./-]*\\w)\``, 'g');
    const isThere = (name: string): boolean =>
      ['', 'src/', 'server/'].some((root) =>
        allFiles.some((file) => file === root + name || ['.', '/'].some((next) => file.startsWith(root + name + next))),
      );
    const records = sources.filter((file) => file.endsWith('.md'));
    expect(unresolved(named, { has: isThere }, records)).toEqual([]);
  });

  it('no document that only its authors have, and no issue', () => {
    const foreign = /\b(SYNC|API\.md|API §|SECURITY|DESIGN §|SCREENS|IDENTITY|PROTOCOLS|issues? \d+)\b/g;
    expect(unresolved(foreign, new Set())).toEqual([]);
  });
});
