/**
 * What a device is checked for before the shop opens, with every result of each line and what it means. `neutral`:
 * nothing to do, and nothing proven. The lines are in the order of the screen.
 */
export const checkResults = {
  network: { online: 'good', offline: 'bad' },
  /** slow: it answers later than two seconds. */
  server: { answers: 'good', slow: 'warning', silent: 'bad', untried: 'neutral' },
  /** arrives: an event of this very check came back. */
  realtime: { arrives: 'good', linked: 'neutral', silent: 'bad', unlinked: 'bad' },
  /** The board's proof of itself: what arrives is painted. */
  board: { works: 'good', events: 'bad', screen: 'bad', untried: 'neutral' },
  unsent: { none: 'good', waiting: 'warning', review: 'bad' },
  /** heard and unheard: somebody said so. ready: the browser would play it. */
  sound: {
    heard: 'good',
    unheard: 'bad',
    ready: 'neutral',
    locked: 'bad',
    refused: 'bad',
    missing: 'bad',
    off: 'neutral',
  },
  notifications: { granted: 'good', ask: 'warning', denied: 'warning', missing: 'neutral' },
  /** printed and unprinted: somebody looked at the slip. none: this computer prints nothing itself. */
  printers: { printed: 'good', unprinted: 'bad', failed: 'bad', away: 'bad', ready: 'neutral', none: 'neutral' },
  clock: { right: 'good', wrong: 'bad', untried: 'neutral' },
  storage: { protected: 'good', evictable: 'warning', full: 'bad', unknown: 'neutral' },
  battery: { charging: 'good', enough: 'good', low: 'bad', unknown: 'neutral' },
  version: { newest: 'good', older: 'warning', untried: 'neutral' },
  /** none: this person does not work the register, or the store has none. */
  register: { open: 'good', closed: 'warning', none: 'neutral' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, CheckState>>>>;

export type CheckState = 'good' | 'neutral' | 'warning' | 'bad';
type Results = typeof checkResults;
export type CheckLine = keyof Results;
export type CheckResult<L extends CheckLine> = keyof Results[L];
/** A result of each line. */
export type DeviceCheck = { readonly [L in CheckLine]: CheckResult<L> };

const states: Readonly<Record<CheckLine, Readonly<Record<string, CheckState>>>> = checkResults;

const isCheckLine = (name: string): name is CheckLine => Object.hasOwn(checkResults, name);
export const checkLines: readonly CheckLine[] = Object.keys(checkResults).filter(isCheckLine);

/** The state of a line; null for a result that the line does not have. */
export const checkStateOf = (line: CheckLine, result: string): CheckState | null =>
  Object.hasOwn(states[line], result) ? (states[line][result] ?? null) : null;

/** Lines with something to do, the worst first. */
export function linesToMend(check: Readonly<Partial<Record<CheckLine, string>>>): readonly CheckLine[] {
  const inState = (state: CheckState): readonly CheckLine[] =>
    checkLines.filter((line) => checkStateOf(line, check[line] ?? '') === state);
  return [...inState('bad'), ...inState('warning')];
}

/** An answer that takes longer is slow. */
const slowMs = 2_000;
/** A difference that shows in ready times and in the hour of a ticket. */
const clockToleranceMs = 60_000;
/** Below this part of its charge a battery may not last the evening. */
const lowBattery = 0.3;
/** Less free space refuses an evening's orders and pictures. */
const leastFreeBytes = 50_000_000;

/** `ms`: how long the server took; null: it did not answer. */
export const serverResult = (ms: number | null): CheckResult<'server'> =>
  ms === null ? 'silent' : ms > slowMs ? 'slow' : 'answers';

/** `aheadMs`: how far the device's clock is ahead of the server's. */
export const clockResult = (aheadMs: number): CheckResult<'clock'> =>
  Math.abs(aheadMs) > clockToleranceMs ? 'wrong' : 'right';

/** `level`: 0 to 1. null: the browser does not say. */
export const batteryResult = (
  battery: { readonly charging: boolean; readonly level: number } | null,
): CheckResult<'battery'> =>
  battery === null ? 'unknown' : battery.charging ? 'charging' : battery.level < lowBattery ? 'low' : 'enough';

/** `freeBytes` and `kept`: null when the browser does not say. */
export function storageResult(freeBytes: number | null, kept: boolean | null): CheckResult<'storage'> {
  if (freeBytes !== null && freeBytes < leastFreeBytes) return 'full';
  return kept === null ? 'unknown' : kept ? 'protected' : 'evictable';
}
