import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const root = path.resolve(import.meta.dirname, '../..');

/** The longest minute of chaos: the shop starts, and everything settles at the end. */
const withinMs = 600_000;

/**
 * Runs a script as a process of its own, because this test runner would report a killed browser as its own failure, and
 * expects it to end well and to say `words`.
 */
export async function expectOfScript(words: string, file: string, ...args: string[]): Promise<void> {
  test.setTimeout(withinMs);
  const { code, output } = await new Promise<{ code: number | string; output: string }>((resolve) => {
    const program = path.join(root, 'node_modules/tsx/dist/cli.mjs');
    execFile(process.execPath, [program, `e2e/chaos/${file}`, ...args], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? (error ? 'killed' : 0), output: `${stdout}${stderr}` }),
    );
  });
  console.log(output);
  expect(code, output).toBe(0);
  expect(output).toContain(words);
}
