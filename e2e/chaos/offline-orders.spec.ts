import { test } from '@playwright/test';
import { expectOfScript } from './command.ts';

test('thirty orders taken on two devices without a network, killed and restarted in between, arrive once each (K-75, N-16, F-10)', () =>
  expectOfScript('30 taken offline, 30 arrived, 30 exactly once', 'offline-orders.ts'));
