import type { Script, StepKind } from './steps.ts';

/** [kind, device, pick, gap] of each step. */
type Steps = readonly (readonly [StepKind, number, number, number])[];

interface Found {
  /** The violation that the history showed. */
  readonly was: string;
  readonly seed: number;
  readonly devices: number;
  readonly steps: Steps;
}

/** Histories that once failed, in shrunk form: too rare for the random histories of `npm test`. */
const found: readonly Found[] = [
  {
    was: 'a full disk owed the order that a tap was about',
    seed: 0,
    devices: 2,
    steps: [
      ['full', 0, 0, 0],
      ['create', 1, 0, 0],
      ['room', 0, 0, 39],
      ['status', 0, 569, 0],
      ['kill', 0, 0, 2],
      ['next', 0, 0, 0],
      ['next', 0, 0, 0],
      ['poison', 0, 0, 0],
      ['next', 0, 0, 0],
      ['next', 0, 0, 0],
      ['full', 0, 0, 0],
      ['next', 0, 0, 0],
      ['status', 0, 0, 0],
      ['open', 0, 0, 0],
      ['down', 0, 0, 0],
      ['next', 0, 0, 0],
      ['bulk', 0, 0, 0],
      ['outside', 0, 0, 0],
      ['delay', 0, 0, 0],
      ['freeze', 0, 0, 0],
      ['status', 0, 0, 0],
    ],
  },
  {
    was: 'a frozen page held for never sent what another tab had sent',
    seed: 0,
    devices: 1,
    steps: [
      ['offline', 0, 0, 0],
      ['create', 0, 0, 0],
      ['status', 0, 788, 75],
      ['freeze', 0, 0, 4],
      ['open', 0, 0, 0],
      ['offline', 0, 0, 0],
      ['revoke', 0, 0, 0],
      ['next', 0, 0, 0],
      ['outside', 0, 0, 0],
      ['status', 0, 0, 0],
      ['crash', 0, 0, 5333],
      ['online', 0, 0, 16],
      ['next', 0, 0, 0],
      ['outside', 0, 0, 0],
      ['status', 0, 0, 0],
      ['sleep', 0, 222, 1440],
      ['lie', 0, 0, 0],
      ['next', 0, 0, 0],
      ['create', 0, 0, 0],
      ['create', 0, 0, 0],
      ['thaw', 0, 0, 0],
    ],
  },
  {
    was: 'what was learned just as the disk had been read was forgotten',
    seed: 6564520,
    devices: 1,
    steps: [
      ['create', 0, 0, 0],
      ['freeze', 0, 0, 0],
      ['create', 0, 0, 55],
      ['offline', 0, 0, 24],
      ['outside', 0, 0, 0],
      ['down', 0, 0, 0],
      ['delay', 0, 0, 0],
      ['next', 0, 0, 0],
      ['next', 0, 0, 0],
      ['down', 0, 0, 0],
      ['open', 0, 0, 0],
      ['status', 0, 0, 0],
      ['status', 0, 0, 0],
      ['crash', 0, 57, 0],
      ['freeze', 0, 0, 0],
      ['next', 0, 0, 0],
      ['reject', 0, 0, 0],
      ['next', 0, 713, 0],
      ['create', 0, 0, 0],
      ['next', 0, 0, 6472],
    ],
  },
  {
    was: 'a tap stood on a command that the taps before it had taken back',
    seed: 24,
    devices: 1,
    steps: [
      ['portal', 0, 0, 0],
      ['delay', 0, 0, 0],
      ['bulk', 0, 0, 0],
      ['create', 0, 0, 1601],
      ['offline', 0, 0, 0],
      ['status', 0, 16, 0],
      ['status', 0, 0, 0],
      ['next', 0, 0, 5],
      ['next', 0, 0, 5],
    ],
  },
  {
    was: 'what the taps before had taken back stood on a command of the page before this one',
    seed: 1507205301,
    devices: 1,
    steps: [
      ['status', 0, 0, 0],
      ['portal', 0, 0, 4],
      ['next', 0, 0, 0],
      ['status', 0, 0, 19],
      ['create', 0, 0, 0],
      ['update', 0, 0, 5],
      ['create', 0, 0, 716],
      ['bulk', 0, 0, 0],
      ['status', 0, 560, 0],
    ],
  },
  {
    was: 'a command had been applied, its answer lost, and was answered with nothing but 5xx afterwards',
    seed: 0,
    devices: 1,
    steps: [
      ['next', 0, 0, 0],
      ['next', 0, 0, 0],
      ['logout', 0, 0, 9],
      ['poison', 0, 0, 38],
      ['next', 0, 0, 0],
      ['freeze', 0, 0, 0],
      ['open', 0, 0, 0],
      ['status', 0, 0, 0],
      ['sleep', 0, 0, 1205],
      ['next', 0, 0, 0],
      ['create', 0, 0, 0],
      ['next', 0, 0, 0],
      ['status', 0, 0, 82],
      ['next', 0, 0, 0],
      ['online', 0, 0, 42],
      ['outside', 0, 0, 49],
    ],
  },
];

export const foundBefore: readonly (readonly [was: string, script: Script])[] = found.map(
  ({ was, seed, devices, steps }) => [
    was,
    { seed, devices, steps: steps.map(([kind, device, pick, gap]) => ({ kind, device, pick, gap })) },
  ],
);
