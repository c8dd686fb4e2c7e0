import { outboxReportMs } from './limits.ts';
import type { Instant } from './time.ts';

/**
 * What a device says of the numbers of its commands. Each login has an outbox of its own on a device, and each
 * command of an outbox gets the next number (offline engine, Numbers).
 */
export interface OutboxReport {
  /** The last number that was given; 0: none yet. */
  readonly minted: number;
  /** Above this number the device remembers everything that it withdrew. */
  readonly since: number;
  /** Commands that wait to be sent, or for an answer. */
  readonly held: readonly number[];
  /** Commands on the list of rejected ones, which a person has to read. */
  readonly rejected: readonly number[];
  /** Commands that were given up on the device: undone, replaced, discarded or dismissed. */
  readonly withdrawn: readonly number[];
}

/** What the store knows of the numbers of an outbox. `held`, `rejected` and `missing` have no decision of the server. */
export interface KnownOutbox {
  /** Up to this number every command has been looked for. */
  readonly minted: number;
  readonly held: readonly number[];
  readonly rejected: readonly number[];
  /** Neither confirmed nor held nor withdrawn: gaps. */
  readonly missing: readonly number[];
}

/** More than a device gives between two reports. What is older stays unexplained. */
export const mostNumbers = 5_000;

/** The numbers that a report has to explain: those that were open before, and those that are new since then. */
export function numbersToExplain(known: KnownOutbox | null, { minted, since }: OutboxReport): number[] {
  const checked = Math.max(known?.minted ?? since, since, minted - mostNumbers);
  const fresh = Array.from({ length: Math.max(0, minted - checked) }, (_, n) => checked + 1 + n);
  return [...(known ? [...known.held, ...known.rejected, ...known.missing] : []), ...fresh];
}

/**
 * The outbox after a report. `confirmed`: those of the numbers to explain that the server has decided. A number that
 * was explained once is never open again, so a report that comes late or twice changes nothing.
 */
export function outboxAfter(
  known: KnownOutbox | null,
  report: OutboxReport,
  confirmed: ReadonlySet<number>,
): KnownOutbox {
  const withdrawn = new Set(report.withdrawn);
  const next = { held: [] as number[], rejected: [] as number[], missing: [] as number[] };
  for (const number of numbersToExplain(known, report)) {
    if (confirmed.has(number) || withdrawn.has(number)) continue;
    // A report from before the last one knows nothing of a later number.
    const source = known && number > report.minted ? known : report;
    const kind = source.held.includes(number) ? 'held' : source.rejected.includes(number) ? 'rejected' : 'missing';
    next[kind].push(number);
  }
  return { minted: Math.max(known?.minted ?? 0, report.minted), ...next };
}

/** A command that a device numbered and nobody has. */
export interface MissingCommand {
  readonly number: number;
  /** When the server got the device's command before it and after it; null: it got none. */
  readonly from: Instant | null;
  readonly to: Instant | null;
}

/** What was made in one outbox while a register was open. All times are the server's. */
export interface DeviceBalance {
  /** Whose outbox it is: who is logged in on the device. */
  readonly person: string;
  /** 'Chrome en Android'; null: it never reported. */
  readonly device: string | null;
  /** Commands that the server has decided. */
  readonly confirmed: number;
  /** Commands that the device had and the server has not. */
  readonly unsent: number;
  /** Commands that wait for the person on the list of rejected ones. */
  readonly review: number;
  readonly missing: readonly MissingCommand[];
  /** The last report. */
  readonly heardAt: Instant | null;
  /** The last command. */
  readonly sentAt: Instant | null;
  /** The person logged out there after that report. */
  readonly left: boolean;
}

/** The devices that worked while a register was open. */
export interface OutboxBalance {
  /** When every device was asked for a report; null: not yet. */
  readonly askedAt: Instant | null;
  readonly devices: readonly DeviceBalance[];
}

/**
 * Whether what the device has is not known: it has not answered since it was asked, or not reported after its last
 * command. It may be away with commands that it has not sent.
 */
export const isSilent = ({ left, heardAt, sentAt }: DeviceBalance, askedAt: Instant | null): boolean =>
  heardAt === null || (!left && heardAt < (askedAt ?? heardAt)) || (sentAt ?? heardAt) - heardAt > 2 * outboxReportMs;

/** The devices that a close waits for. */
export const awaited = ({ askedAt, devices }: OutboxBalance): readonly DeviceBalance[] =>
  devices.filter((d) => d.unsent > 0 || d.review > 0 || d.missing.length > 0 || isSilent(d, askedAt));

/** The sums over all devices. `made` is what they numbered and did not withdraw. */
export function balanceOfDevices({ devices }: Pick<OutboxBalance, 'devices'>): {
  readonly made: number;
  readonly confirmed: number;
  readonly unsent: number;
  readonly missing: number;
} {
  const sum = (of: (device: DeviceBalance) => number): number => devices.reduce((total, d) => total + of(d), 0);
  const sums = {
    confirmed: sum((d) => d.confirmed),
    unsent: sum((d) => d.unsent),
    missing: sum((d) => d.missing.length),
  };
  return { made: sums.confirmed + sums.unsent + sums.missing, ...sums };
}
