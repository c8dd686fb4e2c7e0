import { setMaxListeners } from 'node:events';
import { ApiUser, laEsquina, demoPeople } from '#e2e/api.ts';
import type { Shop } from '#e2e/shop.ts';
import { publishAnotherBuild } from './deploy.ts';
import type { ChaosDevice } from './device.ts';
import type { SeededRandom } from './seeded-random.ts';
import { seededRandom } from './seeded-random.ts';
import type { ChaosTab } from './tab.ts';
import { countOnBoard, expireTokens } from './truth.ts';
import { attempt, pause, waitFor, within } from '#e2e/waiting.ts';

export const counted = [
  'server kills',
  'browser kills',
  'offline spells',
  'slow spells',
  'answers lost',
  'frozen tabs',
  'builds published',
  'updates taken',
  'tokens expired',
  'taps',
  'orders begun',
  'orders taken',
] as const;
export type Count = (typeof counted)[number];

/** The state of a run. */
export interface Scene {
  readonly seed: number;
  readonly shop: Shop;
  readonly devices: readonly ChaosDevice[];
  readonly counts: Record<Count, number>;
  serverUp: boolean;
  /** Target number of orders on the board: enough to tap, few enough to render. */
  readonly boardHolds: number;
}

const readyWithinMs = 60_000;

export interface ChaosActor {
  readonly name: string;
  /** Range of milliseconds between two acts. */
  readonly every: readonly [low: number, high: number];
  /** Acts once. An aborted `signal` ends the faults; the actor then leaves the state as it is. */
  readonly act: (random: SeededRandom, signal: AbortSignal) => Promise<unknown>;
  /** True when an act may be abandoned at the end of the faults. */
  readonly leave?: boolean;
}

/** Runs all actors until the signal; resolves once every act that must finish has ended. */
export const unleash = (scene: Scene, round: number, signal: AbortSignal): Promise<void> =>
  play(actors(scene), scene.seed, round, signal);

/** The same for those actors. */
export async function play(
  those: readonly ChaosActor[],
  seed: number,
  round: number,
  signal: AbortSignal,
): Promise<void> {
  setMaxListeners(0, signal);
  const ended = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  await Promise.all(
    those.map(async ({ name, every: [low, high], act, leave }) => {
      const random = seededRandom(seed, `${name} ${round}`);
      while (await pause(random.between(low, high), signal)) {
        const acting = attempt(act(random, signal));
        await (leave ? Promise.race([acting, ended]) : acting);
      }
    }),
  );
}

/** Restarts the server if needed and brings every device back to the board. */
export async function restore(scene: Scene): Promise<void> {
  const { shop, devices } = scene;
  if (!scene.serverUp) await shop.start();
  scene.serverUp = true;
  await Promise.all(
    devices.map(async (device) => {
      // Kills a browser that does not start properly, and starts it again.
      while (!(await attempt(within(readyWithinMs, ready(device))))) await device.kill();
    }),
  );
}

async function ready(device: ChaosDevice): Promise<true> {
  if (!device.isUp) await device.open();
  for (const tab of device.tabs) {
    if (tab.frozen) await tab.thaw();
    await tab.network({});
    await tab.loseAnswers(false);
  }
  const tab = device.tabInUse;
  if (!(await tab?.isOnBoard())) await tab?.recover();
  return true;
}

function actors(scene: Scene): ChaosActor[] {
  return [
    serverKiller(scene),
    ...scene.devices.flatMap((device) => [
      browserKiller(scene, device),
      cable(scene, device),
      hands(scene, device),
      counter(scene, device),
    ]),
    sleeper(scene),
    deployer(scene),
    {
      name: 'tokens',
      every: [8_000, 15_000],
      act: async () => {
        if (!scene.serverUp) return;
        await expireTokens(scene.shop.databaseUrl());
        scene.counts['tokens expired'] += 1;
      },
    },
    customers(scene),
  ];
}

export const serverKiller = (scene: Scene): ChaosActor => ({
  name: 'server',
  every: [3_000, 6_000],
  async act(random, signal) {
    scene.serverUp = false;
    await scene.shop.kill();
    scene.counts['server kills'] += 1;
    await pause(random.between(0, 2_500), signal);
    await scene.shop.start();
    scene.serverUp = true;
  },
});

export const browserKiller = ({ counts }: Scene, device: ChaosDevice): ChaosActor => ({
  name: `browser ${device.person}`,
  every: [8_000, 14_000],
  async act(random, signal) {
    if (device.spared) return;
    await device.kill();
    counts['browser kills'] += 1;
    await pause(random.between(0, 1_000), signal);
    await device.open();
  },
});

/** Probability that the user continues in the other window. */
const otherWindow = 0.03;

/** Taps visible cards, faster than a person does. */
const hands = ({ counts }: Scene, device: ChaosDevice): ChaosActor => ({
  name: `hands ${device.person}`,
  every: [100, 450],
  leave: true,
  async act(random) {
    if (!device.isUp || device.tabs.length === 0) return;
    const tab = random.chance(otherWindow) ? random.pick(device.tabs) : device.tabInUse;
    if (!tab?.free) return;
    if (random.chance(0.2) && (await tab.update())) {
      counts['updates taken'] += 1;
      return;
    }
    const taps = await tab.tapCards(Array.from({ length: Math.ceil(random.between(0, 3)) }, () => random.next()));
    counts.taps += taps;
    if (taps === 0 && tab.free && !(await tab.isOnBoard())) await tab.recover();
  },
});

const counter = ({ counts }: Scene, device: ChaosDevice): ChaosActor => ({
  name: `counter ${device.person}`,
  every: [4_000, 9_000],
  leave: true,
  async act() {
    const tab = device.tabInUse;
    if (!tab?.free) return;
    counts['orders begun'] += 1;
    if (await tab.takeOrder(`Caos ${counts['orders begun']}`)) counts['orders taken'] += 1;
  },
});

/**
 * Network faults of a whole device: offline, slow, slow and then offline, or losing the answers to commands that the
 * server has executed.
 */
export const cable = ({ counts }: Scene, device: ChaosDevice): ChaosActor => ({
  name: `cable ${device.person}`,
  every: [500, 2_000],
  async act(random, signal) {
    const { tabs } = device;
    if (tabs.length === 0) return;
    const all = (change: (tab: ChaosTab) => Promise<void>) => Promise.all(tabs.map((tab) => attempt(change(tab))));
    const kind = random.pick(['away', 'slow', 'slow, then away', 'deaf'] as const);
    if (kind === 'deaf') {
      const before = tabs.reduce((sum, { answersLost }) => sum + answersLost, 0);
      await all((tab) => tab.loseAnswers(true));
      await pause(random.between(1_000, 4_000), signal);
      await all((tab) => tab.loseAnswers(false));
      counts['answers lost'] += tabs.reduce((sum, { answersLost }) => sum + answersLost, 0) - before;
      return;
    }
    if (kind !== 'away') {
      counts['slow spells'] += 1;
      await all((tab) => tab.network({ latencyMs: 2_000 }));
      await pause(random.between(1_000, 3_000), signal);
    }
    if (kind !== 'slow') {
      counts['offline spells'] += 1;
      await all((tab) => tab.network({ offline: true }));
      await pause(random.between(1_000, 5_000), signal);
    }
    await all((tab) => tab.network({}));
  },
});

export const sleeper = ({ counts, devices }: Scene): ChaosActor => ({
  name: 'sleeper',
  every: [4_000, 8_000],
  async act(random, signal) {
    const { tabs } = random.pick(devices);
    if (tabs.length === 0) return;
    const tab = random.pick(tabs);
    if (!tab.free) return;
    await tab.freeze();
    counts['frozen tabs'] += 1;
    await pause(random.between(2_000, 8_000), signal);
    await attempt(tab.thaw());
  },
});

/** Number of update checks: the server may be down, or the network may fail during the download. */
const looksForUpdate = 4;

const deployer = ({ counts, devices, shop }: Scene): ChaosActor => ({
  name: 'deployer',
  every: [8_000, 12_000],
  leave: true,
  async act(random) {
    publishAnotherBuild(shop.clientFolder);
    counts['builds published'] += 1;
    const device = random.pick(devices);
    // An update takes time: spares this browser from kills while the other faults continue.
    device.spared = true;
    try {
      for (let look = 0; look < looksForUpdate; look += 1) {
        if (device.tabs[0]?.free) await attempt(device.tabs[0].lookForUpdate());
        const took = await waitFor(5_000, async () => {
          for (const tab of device.tabs) if (await attempt(tab.update())) return true;
          return null;
        });
        if (!took) continue;
        counts['updates taken'] += 1;
        return;
      }
    } finally {
      device.spared = false;
    }
  },
});

/** Orders from another device, so that there is always a card to tap. */
function customers(scene: Scene): ChaosActor {
  let api: ApiUser | null = null;
  return {
    name: 'customers',
    every: [200, 600],
    leave: true,
    async act() {
      if (!scene.serverUp || (await countOnBoard(scene.shop.databaseUrl(), laEsquina)) >= scene.boardHolds) return;
      api ??= await ApiUser.signIn(scene.shop, demoPeople.bruno);
      try {
        await api.takeOrder('Cliente');
      } catch (error) {
        // The token may have expired: signs in again at the next act.
        api = null;
        throw error;
      }
    },
  };
}
