import { expect, test } from '@playwright/test';
import { byCommand } from './command.ts';

test('thirty orders taken on two devices without a network, killed and restarted in between, arrive once each (K-75, N-16, F-10)', async () => {
  test.setTimeout(480_000);
  const { code, output } = await byCommand('offline-orders.ts');
  console.log(output);
  expect(code, output).toBe(0);
  expect(output).toContain('30 taken offline, 30 arrived, 30 exactly once');
});
