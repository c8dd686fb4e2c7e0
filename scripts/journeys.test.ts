import { describe, expect, it } from 'vitest';

interface Journey {
  readonly project: string;
  readonly file: string;
  readonly line: number;
  readonly title: string;
  readonly runs: readonly boolean[];
  readonly ms: number;
  readonly errors: readonly string[];
  readonly traces: readonly string[];
}

interface Journeys {
  readonly journeysOf: (report: unknown) => Journey[];
  readonly hasFailed: (journey: Journey) => boolean;
  readonly judge: (failed: readonly Journey[], again: readonly Journey[]) => { unsteady: Journey[]; failed: Journey[] };
  readonly outsideTests: (
    files: readonly { name: string }[],
    unhandled: readonly { file: string; message: string }[],
    root: string,
  ) => Journey[];
  readonly unitTestsOf: (files: readonly unknown[], root: string) => Journey[];
  readonly joined: (tests: readonly Journey[]) => Journey[];
  readonly only: (journeys: readonly Journey[]) => string[];
  readonly slowest: (
    parts: readonly { file: string; ms: number }[],
    count?: number,
  ) => { file: string; seconds: number; tests: number }[];
}

const { journeysOf, hasFailed, joined, judge, only, outsideTests, slowest, unitTestsOf }: Journeys = await import(
  new URL('./journeys.mjs', import.meta.url).href
);

const test = (status: 'expected' | 'unexpected' | 'skipped', ms = 1000, trace?: string) => ({
  projectName: 'chromium',
  status,
  results: [
    {
      duration: ms,
      errors: status === 'unexpected' ? [{ message: 'expected 1' }] : [],
      attachments: trace === undefined ? [] : [{ name: 'trace', path: trace }],
    },
  ],
});
const spec = (title: string, line: number, ...tests: object[]) => ({ title, file: 'journeys/a.spec.ts', line, tests });
const report = (specs: object[], inside: object[] = []) => ({
  suites: [{ title: 'journeys/a.spec.ts', specs, suites: [{ title: 'offline', specs: inside }] }],
});
const journey = (title: string, ...runs: boolean[]): Journey => ({
  project: 'chromium',
  file: 'journeys/a.spec.ts',
  line: 3,
  title,
  runs,
  ms: 1,
  errors: [],
  traces: [],
});

describe('journeys of a report', () => {
  it('are named with their describe(), with time, errors and traces', () => {
    expect(
      journeysOf(report([spec('sends', 3, test('expected'))], [spec('waits', 9, test('unexpected', 700, 't.zip'))])),
    ).toEqual([
      { ...journey('sends', true), ms: 1000 },
      { ...journey('offline › waits', false), line: 9, ms: 700, errors: ['expected 1'], traces: ['t.zip'] },
    ]);
  });

  it('count each run of a repeated one, and no skipped one', () => {
    const repeated = spec('sends', 3, test('expected'), test('unexpected'));
    expect(journeysOf(report([repeated, spec('later', 7, test('skipped'))])).map(({ runs }) => runs)).toEqual([
      [true, false],
    ]);
  });

  it('of one line are told apart by their titles', () => {
    const looped = report([spec('at 390', 3, test('expected')), spec('at 1024', 3, test('unexpected'))]);
    expect(journeysOf(looped).filter(hasFailed)).toMatchObject([{ title: 'at 1024' }]);
  });
});

describe('a failed journey', () => {
  const failed = [journey('a', false)];

  it('is unsteady when it passes twice alone', () => {
    expect(judge(failed, [journey('a', true, true)])).toEqual({ unsteady: failed, failed: [] });
  });

  it.each([
    ['fails once more', [journey('a', true, false)]],
    ['fails every time', [journey('a', false, false)]],
    ['was played only once', [journey('a', true)]],
    ['was not played again', []],
    ['is another one than that which passed', [journey('b', true, true)]],
  ])('has failed when it %s', (_, again) => {
    expect(judge(failed, again)).toEqual({ unsteady: [], failed });
  });
});

it('unit tests are told by file, line and title, and their runs are joined', () => {
  const told = (status: string) => ({
    name: '/shop/src/a.test.ts',
    assertionResults: [{ status, fullName: 'a', location: { line: 7 }, duration: 5, failureMessages: [] }],
  });
  const files = [told('failed'), told('passed'), told('pending')];
  const [first] = unitTestsOf(files, '/shop');
  expect(first).toMatchObject({ project: 'unit', file: 'src/a.test.ts', line: 7, title: 'a', runs: [false], ms: 5 });
  expect(joined(unitTestsOf(files, '/shop'))).toEqual([{ ...first, runs: [false, true] }]);
});

it('an error outside the tests fails its file', () => {
  const files = [{ name: '/shop/src/a.test.ts' }, { name: '/shop/src/b.test.ts' }];
  const outside = outsideTests(files, [{ file: '/shop/src/b.test.ts', message: 'late' }], '/shop');
  expect(outside.filter(hasFailed)).toMatchObject([{ file: 'src/b.test.ts', errors: ['late'] }]);
  const calm = outsideTests(files, [], '/shop');
  expect(judge(outside.filter(hasFailed), joined([...calm, ...calm])).unsteady).toHaveLength(1);
});

it('plays exactly the wanted ones: their lines and projects, and titles as plain text', () => {
  const args = only([journey('offline › at 390 px (F-02)', false), journey('b', false)]);
  expect(args.slice(0, -1)).toEqual(['journeys/a.spec.ts:3', '--project=chromium', '--no-deps']);
  const grep = new RegExp(args.at(-1)?.replace('--grep=', '') ?? '');
  expect(grep.test('chromium journeys/a.spec.ts offline at 390 px (F-02)')).toBe(true);
  expect(grep.test('chromium journeys/a.spec.ts offline at 390 px (F-02) @F-02')).toBe(true);
  expect(grep.test('chromium journeys/a.spec.ts offline at 390 px (F-02), dark')).toBe(false);
});

it('the slowest files come first, with the number of their tests', () => {
  const parts = [
    { file: 'a', ms: 1000 },
    { file: 'b', ms: 4000 },
    { file: 'a', ms: 2000 },
    { file: 'c', ms: 10 },
  ];
  expect(slowest(parts, 2)).toEqual([
    { file: 'b', seconds: 4, tests: 1 },
    { file: 'a', seconds: 3, tests: 2 },
  ]);
});
