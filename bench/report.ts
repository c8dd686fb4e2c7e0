export const quantile = (values: readonly number[], q: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
};

/** Milliseconds of each round of some work, after the rounds that warm it up. */
export async function timesOf(
  work: () => Promise<unknown>,
  { warmUps, rounds }: { readonly warmUps: number; readonly rounds: number },
): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < warmUps + rounds; n += 1) {
    const began = performance.now();
    await work();
    if (n >= warmUps) times.push(performance.now() - began);
  }
  return times;
}

const row = (name: string, [median, p95]: readonly [string, string], unit: string): string =>
  `${name.padEnd(52)} median ${median.padStart(7)} ${unit}   p95 ${p95.padStart(7)} ${unit}`.trimEnd();

/** A row in milliseconds. */
export const timesLine = (name: string, values: readonly number[]): string =>
  row(name, [quantile(values, 0.5).toFixed(1), quantile(values, 0.95).toFixed(1)], 'ms');

/** A row with the ratio to the baseline of the same run. */
export const ratioLine = (name: string, values: readonly number[], baseline: readonly number[]): string => {
  const ratio = (q: number): string => (quantile(values, q) / quantile(baseline, q)).toFixed(2);
  return row(name, [ratio(0.5), ratio(0.95)], '  ');
};

const misses: string[] = [];

/** A line with a value beside its budget. A missed budget ends the run with an error (`missedBudgets`). */
export function budgetLine(name: string, value: number, budget: number, shown = value.toFixed(0)): string {
  const over = !(value <= budget);
  if (over) misses.push(name);
  return `${name.padEnd(52)} ${shown} (budget ${Number(budget.toFixed(2))})${over ? '  MISSED' : ''}`;
}

/** The ratio to the baseline of the same run, in the worse of median and p95, beside its budget. */
export function ratioBudget(
  name: string,
  values: readonly number[],
  baseline: readonly number[],
  budget: number,
): string {
  const ratios = [0.5, 0.95].map((q) => quantile(values, q) / quantile(baseline, q));
  return budgetLine(name, Math.max(...ratios), budget, ratios.map((ratio) => ratio.toFixed(2)).join(', p95 '));
}

/** The names of the lines whose budget was missed in this run. */
export const missedBudgets = (): readonly string[] => misses;
