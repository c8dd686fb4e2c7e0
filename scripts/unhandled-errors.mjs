import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where the reporter writes, below the repository's root. */
export const unhandledErrorsFile = path.join('.cache', 'vitest-unhandled.json');

/**
 * A reporter of Vitest for what its JSON report leaves out: the errors outside tests (of hooks, of files that cannot be
 * loaded, unhandled ones), and the cause of an error.
 */
export default class UnhandledErrors {
  outside = [];

  /** A failed property says with which input it failed; why is in its cause. The JSON report prints the stack. */
  onTestCaseResult(test) {
    for (const error of test.result().errors ?? [])
      if (error.cause) error.stack = `${error.cause.name}: ${error.cause.message}\n${error.stack ?? error.message}`;
  }

  onTestSuiteResult(suite) {
    for (const error of suite.errors()) this.add(suite.module.moduleId, error, suite.fullName);
  }

  onTestModuleEnd(module) {
    for (const error of module.errors()) this.add(module.moduleId, error);
  }

  onTestRunEnd(_modules, errors) {
    for (const error of errors) this.add(error.VITEST_TEST_PATH ?? '', error, error.VITEST_TEST_NAME);
    mkdirSync(path.dirname(unhandledErrorsFile), { recursive: true });
    writeFileSync(unhandledErrorsFile, JSON.stringify(this.outside));
  }

  add(file, error, place) {
    const message = [`${error.name}: ${error.message}`, place, error.stack].filter(Boolean).join('\n');
    this.outside.push({ file, message });
  }
}
