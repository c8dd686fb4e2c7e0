import { laEsquina } from '#e2e/api.ts';
import { openShop } from '#e2e/shop.ts';
import { ChaosDevice } from './device.ts';
import type { ForgetfulServer } from './forgetful-server.ts';
import type { Count, Scene } from './faults.ts';
import { counted, restore, unleash } from './faults.ts';
import type { Violation } from './ledger.ts';
import { boardDifferences, Ledger, waitingOn } from './ledger.ts';
import { readTruth } from './truth.ts';
import { attempt, pause, waitFor } from '#e2e/waiting.ts';

/** Limit for the 95th percentile of the drain times (offline engine, Principles, How it is proven). */
export const drainWithinMs = 10_000;
const drainAtMostMs = 60_000;
/** The app notices a lost last event after 35 s (I10). */
const equalAtMostMs = 40_000;
const longestRoundMs = 50_000;
/** Least number of kills of the server, and of browsers; with fewer a run proves too little. */
export const fewestKills = 4;

export interface ChaosOptions {
  readonly seed: number;
  readonly durationMs: number;
  /** Replaces the built server; the check then expects only doubled commands and ends the run at the first one. */
  readonly forgetful?: ForgetfulServer;
  readonly say?: (line: string) => void;
}

export interface ChaosResult {
  readonly seed: number;
  readonly counts: Readonly<Record<Count, number>>;
  /** Number of commands that reached a disk. */
  readonly accepted: number;
  readonly violations: readonly Violation[];
  /** Milliseconds from the end of all faults to an empty outbox, one value per device and calm phase. */
  readonly drains: readonly number[];
  /** Milliseconds from the end of all faults until each board equals the server's. */
  readonly equals: readonly number[];
  readonly logins: number;
  readonly complaints: readonly string[];
}

/**
 * Chaos run: two people with real browsers, two windows each that take the session from each other, and a real server.
 * Each round injects faults for up to 50 s, then stops them and checks every command accepted so far. The run stops at
 * the first violation.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, durationMs, forgetful, say = () => undefined } = options;
  const shop = await openShop(forgetful ? { program: forgetful.program } : {});
  const ledger = new Ledger();
  const devices = [new ChaosDevice('ana', shop, ledger), new ChaosDevice('carla', shop, ledger)];
  const counts = Object.fromEntries(counted.map((name) => [name, 0])) as Record<Count, number>;
  const scene: Scene = { seed, shop, devices, counts, serverUp: true, boardHolds: 24 };
  const drains: number[] = [];
  const equals: number[] = [];
  let violations: Violation[] = [];
  try {
    await forgetful?.prepare(shop.databaseUrl());
    await settleIn(devices);
    let left = durationMs;
    for (let round = 1; violations.length === 0 && left > 0; round += 1) {
      const began = performance.now();
      const isLast = left <= longestRoundMs * 1.5;
      await faultsFor(scene, ledger, round, {
        ms: isLast ? left : longestRoundMs,
        isLast,
        untilDoubled: forgetful !== undefined,
      });
      await restore(scene);
      violations = await calm(scene, ledger, { drains, equals });
      // With the forgetful server only doubled commands count.
      if (forgetful) violations = violations.filter(({ kind }) => kind === 'doubled');
      left -= performance.now() - began;
      say(`round ${round}: ${ledger.accepted} accepted, last drain ${Math.round(drains.at(-1) ?? 0)} ms`);
    }
    return {
      seed,
      counts,
      accepted: ledger.accepted,
      violations,
      drains,
      equals,
      logins: devices.reduce((sum, { logins }) => sum + logins, 0) - devices.length,
      complaints: devices.flatMap(({ complaints }) => complaints),
    };
  } finally {
    for (const device of devices) await attempt(device.dispose());
    await shop.stop();
  }
}

/** Logs in and waits until the service worker controls the app and everything is on disk, so that a kill may follow. */
async function settleIn(devices: readonly ChaosDevice[]): Promise<void> {
  await Promise.all(
    devices.map(async (device) => {
      await device.open();
      await device.tabs[0]?.page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
      await device.close();
      await device.open();
    }),
  );
}

interface Round {
  readonly ms: number;
  readonly isLast: boolean;
  readonly untilDoubled: boolean;
}

async function faultsFor(
  scene: Scene,
  ledger: Ledger,
  round: number,
  { ms, isLast, untilDoubled }: Round,
): Promise<void> {
  const stop = new AbortController();
  const faults = unleash(scene, round, stop.signal);
  const end = performance.now() + ms;
  const enough = (): boolean =>
    !isLast ||
    performance.now() > end + 2 * ms ||
    (scene.counts['server kills'] >= fewestKills && scene.counts['browser kills'] >= fewestKills);
  while (performance.now() < end || !enough()) {
    await pause(200, stop.signal);
    if (untilDoubled && scene.serverUp && (await attempt(doubles(scene, ledger)))?.length) break;
  }
  stop.abort();
  await faults;
}

async function doubles({ shop }: Scene, ledger: Ledger): Promise<Violation[]> {
  const truth = await readTruth(shop.databaseUrl(), laEsquina);
  return ledger.check(truth, new Set()).filter(({ kind }) => kind === 'doubled');
}

/** Waits for empty outboxes, then for equal boards, then checks the ledger. */
async function calm(
  { shop, devices }: Scene,
  ledger: Ledger,
  { drains, equals }: { drains: number[]; equals: number[] },
): Promise<Violation[]> {
  const began = performance.now();
  const since = (): number => performance.now() - began;
  const url = shop.databaseUrl();
  const violations: Violation[] = [];
  const waiting = new Set<string>();
  await Promise.all(
    devices.map(async (device) => {
      let from = began;
      const empty = await waitFor(drainAtMostMs, async () => {
        // Drain time starts here after a login: without one the app cannot send.
        if (await device.logInAgain()) from = performance.now();
        const disk = await device.readDisk();
        return disk?.outbox.length === 0 ? true : null;
      });
      drains.push(performance.now() - from);
      if (empty) return;
      const disk = await device.readDisk();
      for (const id of disk ? waitingOn(disk) : []) waiting.add(id);
      const where = device.tabs.map(({ page, frozen }) => `${page.url()}${frozen ? ' (frozen)' : ''}`).join(', ');
      const first = JSON.stringify(disk?.outbox[0]?.value ?? null).slice(0, 600);
      violations.push({
        kind: 'undrained',
        text: `${device.person}: ${waiting.size} commands; ${where}; first ${first}`,
      });
    }),
  );
  await Promise.all(
    devices.map(async (device) => {
      const differences = async (): Promise<string[]> => {
        const [disk, truth] = [await device.readDisk(), await readTruth(url, laEsquina)];
        return disk ? boardDifferences(disk, truth) : ['nothing can be read'];
      };
      const equal = await waitFor(equalAtMostMs, async () => {
        // The app may notice a revoked session only now.
        await device.logInAgain();
        return (await differences()).length === 0 ? true : null;
      });
      equals.push(since());
      if (!equal)
        for (const text of await differences())
          violations.push({ kind: 'diverged', text: `${device.person}: ${text}` });
    }),
  );
  for (const device of devices) {
    const disk = await device.readDisk();
    if (disk) ledger.noteDisk(device.person, disk);
  }
  return [...violations, ...ledger.check(await readTruth(url, laEsquina), waiting)];
}

/** The percentile `share` of the values, such as 0.95; 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** The report of a run. */
export function summaryOf(result: ChaosResult): string {
  const { seed, counts, accepted, violations, drains, equals, logins, complaints } = result;
  const of = (kind: Violation['kind']): number => violations.filter((v) => v.kind === kind).length;
  const seconds = (values: readonly number[], share: number): string =>
    `${(percentile(values, share) / 1000).toFixed(1)} s`;
  return [
    `seed ${seed}`,
    counted.map((name) => `${name} ${counts[name]}`).join(' · '),
    `accepted ${accepted} · lost ${of('lost')} · doubled ${of('doubled')} · diverged ${of('diverged')} · undrained ${of('undrained')}`,
    `flushed p50 ${seconds(drains, 0.5)}, p95 ${seconds(drains, 0.95)} (${drains.length}) · equal p95 ${seconds(equals, 0.95)}`,
    `logged in again ${logins} · uncaught errors ${complaints.length}`,
    ...[...new Set(complaints)].slice(0, 5).map((text) => `  error: ${text}`),
    ...violations.slice(0, 20).map(({ kind, text }) => `  ${kind}: ${text}`),
  ].join('\n');
}
