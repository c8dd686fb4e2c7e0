/** What Playwright's JSON report says about the journeys. Pure: `npm test` and `npm run hunt` do the rest. */

/** From this number of unsteady journeys in one run the run has failed. */
export const unsteadyLimit = 3;
/** More failed journeys than this are no accident: they are not played again. */
export const replayLimit = 10;
/** How often a failed journey is played again. */
export const replays = 2;

/**
 * @typedef {object} Journey
 * @property {string} project
 * @property {string} file below e2e/
 * @property {number} line
 * @property {string} title
 * @property {boolean[]} runs whether it passed, once for each time that it was played; a skipped one was not played
 * @property {number} ms of all its runs together
 * @property {string[]} errors
 * @property {string[]} traces
 */

/**
 * Every journey of a report, also those inside a describe(). A journey that was repeated is one journey of several runs.
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

/** The suite of a file has the file's name as its title, those inside it are describe(). */
const testsIn = ({ specs, suites = [] }, parents = []) => [
  ...specs.flatMap((spec) => spec.tests.map((test) => ({ spec, test, parents }))),
  ...suites.flatMap((suite) => testsIn(suite, [...parents, suite.title])),
];

/** @param {Journey} journey */
export const hasFailed = ({ runs }) => runs.includes(false);

/** @param {Journey} journey */
export const nameOf = ({ project, file, line, title }) => `[${project}] ${file}:${line}: ${title}`;

/**
 * Playwright's arguments that play exactly these journeys: the lines, and the titles of those that a loop makes on one.
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
 * What becomes of the failed journeys once they were played again. A journey is unsteady if it passed every time then;
 * one that was played less often than wanted has failed.
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
 * The files that took longest, in seconds, slowest first.
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
