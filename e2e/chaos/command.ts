import { execFile } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs a script as a process of its own: this test runner would report a killed browser as its own failure. */
export const byCommand = (file: string, ...args: string[]): Promise<{ code: number | string; output: string }> =>
  new Promise((resolve) => {
    const program = path.join(root, 'node_modules/tsx/dist/cli.mjs');
    execFile(process.execPath, [program, `e2e/chaos/${file}`, ...args], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? (error ? 'killed' : 0), output: `${stdout}${stderr}` }),
    );
  });
