import { laEsquina } from '#e2e/api.ts';
import { openShop } from '#e2e/shop.ts';
import { ChaosDevice } from './device.ts';
import type { ForgetfulServer } from './forgetful-server.ts';
import type { Count, Scene } from './faults.ts';
import { counted, restore, unleash } from './faults.ts';
import type { Violation } from './ledger.ts';
import { boardDifferences, Ledger, waitingOn } from './ledger.ts';
import { readTruth } from './truth.ts';
import { attempt, pause, waitFor } from './waiting.ts';

/** offline engine, Principles, How it is proven. */
export const drainWithinMs = 10_000;
const drainAtMostMs = 60_000;
/** A lost last event is noticed after 35 s (I10). */
const equalAtMostMs = 40_000;
const longestRoundMs = 50_000;
/** Of the server and of browsers, each: a run with fewer has proved too little. */
export const fewestKills = 4;

export interface ChaosOptions {
  readonly seed: number;
  readonly durationMs: number;
  /** Instead of the built server; then the run ends as soon as something was done twice. */
  readonly forgetful?: ForgetfulServer;
  readonly say?: (line: string) => void;
}

export interface ChaosResult {
  readonly seed: number;
  readonly counts: Readonly<Record<Count, number>>;
  /** Commands that were on a disk. */
  readonly accepted: number;
  readonly violations: readonly Violation[];
  /** Milliseconds from "all faults over" to an empty outbox, one a device and calm moment. */
  readonly drains: readonly number[];
  /** The same, until every board is the server's. */
  readonly equals: readonly number[];
  readonly logins: number;
  readonly complaints: readonly string[];
}

/**
 * Two people, two windows each that take the session from each other, real browsers and a real server: faults in rounds of up to 50 s, then calm, in which
 * everything accepted so far must have ended well. Stops at the first round that did not.
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
      // Of a server that forgets nothing else is expected.
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

/** Logged in, the worker in charge, and that much on disk: from here on any moment may be the last. */
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

/** Empty outboxes first, then equal boards, then the books. */
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
        // Commands can only be sent from here on: before, no browser is on the board.
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
        // A login that ended late is found out only now.
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

/** The value that 95 of 100 do not exceed; 0 of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** What a person reads afterwards. */
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
