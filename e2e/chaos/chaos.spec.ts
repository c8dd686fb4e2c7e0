import { test } from '@playwright/test';
import { expectOfScript } from './command.ts';

test('a connection, the database and the server killed under load: no acknowledged order lost, none twice, back by itself (N-16)', () =>
  expectOfScript('lost 0 · doubled 0', 'kills.ts', '--kills', '1', '--within', '30'));

test('a minute of kills, cuts, frozen tabs and deploys: nothing accepted is lost or done twice, every board ends equal to the server (N-16, K-75, F-10, R-29)', () =>
  expectOfScript('lost 0 · doubled 0 · diverged 0 · undrained 0', 'run.ts', '--minutes', '1', '--seed', '1'));
