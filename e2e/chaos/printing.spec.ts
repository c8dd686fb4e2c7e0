import { expect, test } from '@playwright/test';
import { byCommand } from './command.ts';

test('a minute of killed computers, cut networks, restarts of QZ Tray and broken printers: each line is on paper once, or its order says so until a person asks (decision 040)', async () => {
  test.setTimeout(600_000);
  const { code, output } = await byCommand('printing.ts', '--printing', '1', '--seed', '1');
  console.log(output);
  expect(code, output).toBe(0);
  expect(output).toContain('doubled 0 · missing 0 · not taken back 0');
});
