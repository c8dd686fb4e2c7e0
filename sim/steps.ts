import fc from 'fast-check';

/** The kinds of steps with their relative frequencies. */
const weights = {
  create: 10,
  next: 24,
  status: 10,
  reject: 4,
  delay: 6,
  bulk: 3,
  offline: 4,
  online: 5,
  lie: 2,
  portal: 1,
  kill: 2,
  crash: 4,
  open: 5,
  freeze: 2,
  thaw: 3,
  down: 3,
  up: 4,
  revoke: 2,
  sleep: 1,
  clock: 1,
  outside: 3,
  poison: 1,
  update: 1,
  logout: 1,
  again: 2,
  understood: 1,
  discard: 1,
  retry: 1,
  full: 1,
  room: 1,
  abort: 1,
  power: 2,
  evict: 1,
  swap: 1,
  outage: 1,
  restore: 1,
  foreign: 2,
  storm: 2,
  calm: 2,
  group: 3,
  round: 5,
  close: 4,
  seat: 4,
} as const;

/** Steps that need the simulated groups. */
export const groupSteps: ReadonlySet<string> = new Set(['group', 'round', 'close', 'seat']);

export type StepKind = keyof typeof weights;

export interface HistoryStep {
  readonly kind: StepKind;
  readonly device: number;
  /** Selects an order, tab, status …; each step interprets it in its own way. */
  readonly pick: number;
  /** Milliseconds before the step. */
  readonly gap: number;
}

export interface Script {
  readonly seed: number;
  readonly devices: number;
  readonly steps: readonly HistoryStep[];
}

const kind = fc.oneof(
  ...Object.entries(weights).map(([name, weight]) => ({
    weight,
    arbitrary: fc.constant(name).filter((n): n is StepKind => n in weights),
  })),
);

const gap = fc.oneof(
  { weight: 6, arbitrary: fc.nat(120) },
  { weight: 3, arbitrary: fc.nat(3_000) },
  { weight: 1, arbitrary: fc.nat(90_000) },
);

const step = fc.record({ kind, device: fc.nat(2), pick: fc.nat(999), gap });

/** Sequences that random steps seldom form, on one device unless stated: [kind, shortest gap, longest gap, pick]. */
type Scene = readonly (readonly [StepKind, number, number, (number | null)?, 'of another'?])[];
const scenes: readonly Scene[] = [
  // A token expires while several requests are on slow connections.
  [
    ['create', 0, 50],
    ['create', 0, 50],
    ['calm', 2_000, 4_000],
    ['storm', 0, 10, 0],
    ['next', 0, 20],
    ['next', 0, 20],
    ['next', 0, 20],
    ['revoke', 0, 3_000],
    ['calm', 5_000, 9_000],
  ],
  // The command arrived, its answer was lost, and when the network returns the command has expired.
  [
    ['calm', 0, 10],
    ['next', 0, 50],
    ['next', 0, 50],
    ['offline', 10, 160, 3],
    ['sleep', 0, 20_000],
    ['online', 0, 20_000],
  ],
  // Taps quicker than the screen, which return to the first state in several steps.
  [
    ['offline', 0, 10, 0],
    ['status', 0, 0, 16],
    ['status', 0, 0, 0],
    ['next', 5, 20, 0],
    ['next', 5, 20, 0],
  ],
  // A delay in the middle that fits only at its place.
  [
    ['offline', 0, 10, 0],
    ['status', 0, 0, 16],
    ['status', 30, 60, 0],
    ['delay', 0, 10, 0],
    ['next', 0, 10, 0],
  ],
  // The sending page freezes, another one takes over and sends; the first wakes up when everything has expired.
  [
    ['calm', 0, 10],
    ['offline', 0, 10, 3],
    ['next', 0, 50],
    ['freeze', 50, 200],
    ['open', 0, 50],
    ['online', 0, 6_000],
    ['sleep', 6_500, 9_000, 222],
    ['thaw', 0, 20],
  ],
  // An order arrived while the disk was full and is tapped as soon as there is room; then the page dies.
  [
    ['full', 0, 10],
    ['create', 0, 20, null, 'of another'],
    ['room', 100, 300],
    ['next', 0, 5, 2],
    ['kill', 5, 20],
    ['open', 0, 20],
  ],
  // One page's clock ran on while the device slept; a page opened just then taps, and sends after the first has died.
  [
    ['offline', 0, 10, 3],
    ['sleep', 0, 25_000],
    ['open', 0, 500],
    ['next', 50, 500, 1],
    ['kill', 30_000, 45_000, 0],
  ],
  // The server is ill for half an hour while commands wait.
  [
    ['create', 0, 50],
    ['outage', 0, 10],
    ['create', 0, 50],
    ['next', 0, 50],
    ['create', 300_000, 700_000],
    ['next', 300_000, 700_000],
    ['up', 300_000, 700_000],
  ],
  // The server fails on one command while it serves the others.
  [
    ['offline', 0, 10, 0],
    ['create', 0, 50],
    ['poison', 10, 50],
    ['create', 0, 50],
    ['online', 0, 50],
    ['create', 300_000, 400_000],
    ['create', 300_000, 400_000],
    ['create', 60_000, 120_000],
  ],
  // The power fails just after a tap, and just after it has left.
  [
    ['offline', 0, 10, 0],
    ['next', 0, 50],
    ['power', 5, 30],
    ['open', 0, 50],
    ['next', 10, 100],
    ['online', 0, 500],
    ['next', 0, 50],
    ['offline', 1, 60, 0],
    ['power', 0, 30],
    ['open', 0, 50],
    ['next', 10, 100],
  ],
  // The server refuses while the disk is full; then there is room, and the list is read again.
  [
    ['offline', 0, 10, 0],
    ['next', 0, 50, 0],
    ['outside', 0, 50, 0],
    ['full', 0, 50],
    ['online', 0, 50],
    ['room', 500, 2_000],
    ['open', 0, 50],
  ],
  // Orders in the lane of their group: a refusal takes only what needs it.
  [
    ['group', 0, 20],
    ['round', 0, 200],
    ['seat', 0, 50],
    ['offline', 0, 200, 0],
    ['group', 0, 20],
    ['round', 0, 20],
    ['close', 0, 20],
    ['seat', 0, 20],
    ['next', 0, 20],
    ['online', 0, 1_000],
  ],
  // The database is restored while a device has taps that wait, and others that it knows to be applied.
  [
    ['create', 0, 50],
    ['next', 0, 2_000],
    ['next', 200, 2_000],
    ['offline', 200, 500, 0],
    ['next', 0, 50],
    ['next', 0, 50],
    ['restore', 0, 500],
    ['online', 0, 9_000],
    ['next', 0, 9_000],
  ],
  // The restored database goes on with other taps before the device returns.
  [
    ['next', 0, 2_000],
    ['create', 0, 500, null, 'of another'],
    ['offline', 200, 2_000, 0],
    ['next', 0, 50],
    ['restore', 0, 500],
    ['create', 6_500, 9_000, null, 'of another'],
    ['next', 0, 500, null, 'of another'],
    ['outside', 0, 500],
    ['online', 0, 500],
  ],
  // Somebody logs in where another person's commands wait.
  [
    ['offline', 0, 10, 0],
    ['create', 0, 50],
    ['next', 0, 50],
    ['swap', 10, 100],
    ['online', 0, 500],
    ['next', 0, 500],
    ['swap', 100, 3_000],
  ],
];

const scene = fc
  .tuple(
    fc.constantFrom(...scenes),
    fc.nat(2),
    fc.infiniteStream(fc.tuple(fc.nat(999), fc.double({ min: 0, max: 1, noNaN: true }))),
  )
  .map(([list, device, chances]) =>
    list.map(([name, least, longest, given, other]): HistoryStep => {
      const [pick, part] = chances.next().value ?? [0, 0];
      return {
        kind: name,
        device: other ? device + 1 : device,
        pick: given ?? pick,
        gap: Math.round(least + part * (longest - least)),
      };
    }),
  );

const anything = fc.record({
  seed: fc.nat(),
  devices: fc.integer({ min: 1, max: 3 }),
  steps: fc.oneof(
    { weight: 5, arbitrary: fc.array(step, { minLength: 3, maxLength: 16, size: 'max' }) },
    { weight: 1, arbitrary: fc.array(step, { minLength: 16, maxLength: 40, size: 'max' }) },
  ),
});

const few = fc.array(step, { maxLength: 4 });
const withScene = fc.record({
  seed: fc.nat(),
  devices: fc.integer({ min: 1, max: 2 }),
  steps: fc.tuple(few, scene, few).map((parts) => parts.flat()),
});

/** Any history; shrinks to fewer steps and smaller gaps. Most histories are short, because those find most bugs. */
export const script: fc.Arbitrary<Script> = fc.oneof(
  { weight: 5, arbitrary: anything },
  { weight: 3, arbitrary: withScene },
);
