import { expect, test } from '@playwright/test';
import { byCommand } from './command.ts';

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
