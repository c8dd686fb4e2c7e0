import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where the reporter writes, below the repository's root. */
export const unhandledErrorsFile = path.join('.cache', 'vitest-unhandled.json');

/** A reporter of Vitest for what its JSON report leaves out: the errors outside tests, and the cause of an error. */
export default class UnhandledErrors {
  /** A failed property says with which input it failed; why is in its cause. The JSON report prints the stack. */
  onTestCaseResult(test) {
    for (const error of test.result().errors ?? [])
      if (error.cause) error.stack = `${error.cause.name}: ${error.cause.message}\n${error.stack ?? error.message}`;
  }

  onTestRunEnd(_modules, errors) {
    mkdirSync(path.dirname(unhandledErrorsFile), { recursive: true });
    const told = errors.map((error) => ({
      file: error.VITEST_TEST_PATH ?? '',
      message: [`${error.name}: ${error.message}`, error.VITEST_TEST_NAME, error.stack].filter(Boolean).join('\n'),
    }));
    writeFileSync(unhandledErrorsFile, JSON.stringify(told));
  }
}
