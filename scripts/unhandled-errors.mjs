import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where the reporter writes, below the repository's root. */
export const unhandledErrorsFile = path.join('.cache', 'vitest-unhandled.json');

/** A reporter of Vitest for the errors outside tests, which its JSON report leaves out. */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    mkdirSync(path.dirname(unhandledErrorsFile), { recursive: true });
    const told = errors.map((error) => ({
      file: error.VITEST_TEST_PATH ?? '',
      message: [`${error.name}: ${error.message}`, error.VITEST_TEST_NAME, error.stack].filter(Boolean).join('\n'),
    }));
    writeFileSync(unhandledErrorsFile, JSON.stringify(told));
  }
}
