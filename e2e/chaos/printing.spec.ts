import { test } from '@playwright/test';
import { expectOfScript } from './command.ts';

test('a minute of killed computers, cut networks, restarts of QZ Tray and broken printers: each line is on paper once, or its order says so until a person asks (decision 040)', () =>
  expectOfScript('doubled 0 · missing 0 · not taken back 0', 'printing.ts', '--printing', '1', '--seed', '1'));
