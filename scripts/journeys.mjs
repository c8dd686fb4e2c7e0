/** Evaluates the JSON reports of Playwright and Vitest. Pure: `npm test` and `npm run hunt` do the I/O. */

/** A run with this many unsteady tests or more has failed. */
export const unsteadyLimit = 3;
/** With more failures than this, none is replayed. */
export const replayLimit = 10;
/** Number of replays of what failed. */
export const replays = 2;

/**
 * @typedef {object} Journey
 * @property {string} project
 * @property {string} file below e2e/; of a unit test, below the root
 * @property {number} line
 * @property {string} title
 * @property {boolean[]} runs whether it passed, one value per run; a skipped journey has none
 * @property {number} ms total of all runs
 * @property {string[]} errors
 * @property {string[]} traces
 */

/**
 * All journeys of a report, those inside a describe() included. A repeated journey is one journey with several runs.
 * @param {{ suites: readonly any[] }} report
 * @returns {Journey[]}
 */
export function journeysOf({ suites }) {
  const journeys = new Map();
  for (const { spec, test, parents } of suites.flatMap((suite) => testsIn(suite))) {
    if (test.status === 'skipped') continue;
    const title = [...parents, spec.title].join(' › ');
    const name = `${test.projectName} ${spec.file}:${spec.line} ${title}`;
    const journey = journeys.get(name) ?? {
      project: test.projectName,
      file: spec.file,
      line: spec.line,
      title,
      runs: [],
      ms: 0,
      errors: [],
      traces: [],
    };
    journeys.set(name, journey);
    journey.runs.push(test.status === 'expected');
    for (const { duration, errors, attachments } of test.results) {
      journey.ms += duration;
      journey.errors.push(...errors.map(({ message }) => message));
      journey.traces.push(...attachments.filter((one) => one.name === 'trace').map((one) => one.path));
    }
  }
  return [...journeys.values()];
}

/**
 * The unit and server tests of Vitest's report, each with one run.
 * @param {readonly any[]} files
 * @param {string} root
 * @returns {Journey[]}
 */
export const unitTestsOf = (files, root) =>
  files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ status, fullName, location, duration, failureMessages }) => ({
        project: 'unit',
        file: below(root, name),
        line: location?.line ?? 0,
        title: fullName,
        runs: [status === 'passed'],
        ms: duration ?? 0,
        errors: failureMessages ?? [],
        traces: [],
      })),
  );

/**
 * One test per file: whether no error happened outside its tests.
 * @param {readonly any[]} files of Vitest's report
 * @param {readonly { file: string, message: string }[]} unhandled
 * @param {string} root
 * @returns {Journey[]}
 */
export const outsideTests = (files, unhandled, root) =>
  files.map(({ name }) => {
    const errors = unhandled.filter(({ file }) => file === name).map(({ message }) => message);
    return {
      project: 'unit',
      file: below(root, name),
      line: 0,
      title: 'no error outside the tests',
      runs: [errors.length === 0],
      ms: 0,
      errors,
      traces: [],
    };
  });

const below = (root, name) => (name.startsWith(root) ? name.slice(root.length + 1) : name);

/**
 * Several runs of the same tests, each test once with all its runs.
 * @param {readonly Journey[]} tests
 * @returns {Journey[]}
 */
export const joined = (tests) => {
  const known = new Map();
  for (const test of tests) {
    const runs = [...(known.get(nameOf(test))?.runs ?? []), ...test.runs];
    known.set(nameOf(test), { ...test, runs });
  }
  return [...known.values()];
};

/** A file's suite has the file's name as title; the suites inside it are describe() blocks. */
const testsIn = ({ specs, suites = [] }, parents = []) => [
  ...specs.flatMap((spec) => spec.tests.map((test) => ({ spec, test, parents }))),
  ...suites.flatMap((suite) => testsIn(suite, [...parents, suite.title])),
];

/** @param {Journey} journey */
export const hasFailed = ({ runs }) => runs.includes(false);

/** @param {Journey} journey */
export const nameOf = ({ project, file, line, title }) => `[${project}] ${file}:${line}: ${title}`;

/**
 * Playwright's arguments that play exactly these journeys: their lines, and their titles, because a loop creates
 * several journeys on one line.
 * @param {readonly Journey[]} journeys
 */
export function only(journeys) {
  const places = [...new Set(journeys.map(({ file, line }) => `${file}:${line}`))];
  const projects = [...new Set(journeys.map(({ project }) => `--project=${project}`))];
  // Playwright matches a title with a space between describe() and test().
  const titles = journeys.map(({ title }) => escaped(title.replaceAll(' › ', ' ')));
  return [...places, ...projects, '--no-deps', `--grep=(?:${titles.join('|')})(?: @\\S+)*$`];
}

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Judges the failed tests after their replays. One that passed every replay is unsteady; one with fewer replays than
 * required has failed.
 * @param {readonly Journey[]} failed
 * @param {readonly Journey[]} again
 */
export function judge(failed, again) {
  const later = new Map(again.map((journey) => [nameOf(journey), journey.runs]));
  const isUnsteady = (journey) => {
    const runs = later.get(nameOf(journey)) ?? [];
    return runs.length >= replays && !runs.includes(false);
  };
  return { unsteady: failed.filter(isUnsteady), failed: failed.filter((journey) => !isUnsteady(journey)) };
}

/**
 * The slowest files with their seconds, slowest first.
 * @param {readonly { file: string, ms: number }[]} parts
 */
export function slowest(parts, count = 15) {
  const files = new Map();
  for (const { file, ms } of parts) {
    const { seconds = 0, tests = 0 } = files.get(file) ?? {};
    files.set(file, { seconds: seconds + ms / 1000, tests: tests + 1 });
  }
  return [...files]
    .map(([file, { seconds, tests }]) => ({ file, seconds, tests }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}
