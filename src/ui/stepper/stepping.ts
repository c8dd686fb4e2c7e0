export interface StepLimits {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** The value moved by `steps` steps, within the limits. */
export function stepped(value: number, steps: number, { min, max, step }: StepLimits): number {
  return Math.min(max, Math.max(min, value + steps * step));
}

/** The new value after a key on a spinbutton; null for other keys. Page keys move ten steps. */
export function steppedByKey(key: string, value: number, limits: StepLimits): number | null {
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
    case '+':
      return stepped(value, 1, limits);
    case 'ArrowDown':
    case 'ArrowLeft':
    case '-':
      return stepped(value, -1, limits);
    case 'PageUp':
      return stepped(value, 10, limits);
    case 'PageDown':
      return stepped(value, -10, limits);
    case 'Home':
      return limits.min;
    case 'End':
      return Number.isFinite(limits.max) ? limits.max : null;
    default:
      return null;
  }
}

/** The value of typed text within the limits: its digits, whatever is between them; the minimum without any. */
export function typedCount(text: string, { min, max }: Pick<StepLimits, 'min' | 'max'>): number {
  return Math.min(max, Math.max(min, Number(text.replaceAll(/\D/g, ''))));
}

/** A held button waits, then repeats, then repeats faster. */
export const holdDelayMs = 450;
export function holdRepeatMs(repeats: number): number {
  return repeats < 8 ? 120 : 50;
}
