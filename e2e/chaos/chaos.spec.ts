import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs a script as a process of its own: this test runner would report a killed browser as its own failure. */
const byCommand = (file: string, ...args: string[]): Promise<{ code: number | string; output: string }> =>
  new Promise((resolve) => {
    const program = path.join(root, 'node_modules/tsx/dist/cli.mjs');
    execFile(process.execPath, [program, `e2e/chaos/${file}`, ...args], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? (error ? 'killed' : 0), output: `${stdout}${stderr}` }),
    );
  });

test('thirty orders taken on two devices without a network, killed and restarted in between, arrive once each (K-75, N-16, F-10)', async () => {
  test.setTimeout(480_000);
  const { code, output } = await byCommand('offline-orders.ts');
  console.log(output);
  expect(code, output).toBe(0);
  expect(output).toContain('30 taken offline, 30 arrived, 30 exactly once');
});

test('a connection, the database and the server killed under load: no acknowledged order lost, none twice, back by itself (N-16)', async () => {
  test.setTimeout(480_000);
  const { code, output } = await byCommand('kills.ts', '--kills', '1', '--within', '30');
  console.log(output);
  expect(code, output).toBe(0);
  expect(output).toContain('lost 0 · doubled 0');
});

test('a minute of kills, cuts, frozen tabs and deploys: nothing accepted is lost or done twice, every board ends equal to the server (N-16, K-75, F-10, R-29)', async () => {
  test.setTimeout(480_000);
  const { code, output } = await byCommand('run.ts', '--minutes', '1', '--seed', '1');
  console.log(output);
  expect(code, output).toBe(0);
  expect(output).toContain('lost 0 · doubled 0 · diverged 0 · undrained 0');
});
