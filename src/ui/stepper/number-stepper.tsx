import type { KeyboardEvent } from 'react';
import { useCallback, useEffect, useEffectEvent, useId, useRef } from 'react';
import { cx } from '#ui/class-names.ts';
import { IconMinus, IconPlus } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import { holdDelayMs, holdRepeatMs, stepped, steppedByKey, typedCount } from './stepping.ts';
import styles from './number-stepper.module.css';

interface NumberStepperProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Formats the value, such as «15 min». */
  readonly format?: (value: number) => string;
  /** Buttons of 48 or 44 px. */
  readonly size?: 'md' | 'sm';
  /** True for a value that may be large, such as a count of notes: it can be typed too. */
  readonly typed?: boolean;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
}

/** − value +. Holding a button repeats. The value is a spinbutton for keyboard and screen readers. */
export function NumberStepper({
  label,
  hideLabel = false,
  value,
  onChange,
  min = 0,
  max = Infinity,
  step = 1,
  format = String,
  size = 'md',
  typed = false,
  disabled = false,
  className,
}: NumberStepperProps) {
  const id = useId();
  const limits = { min, max, step };
  const change = (next: number): void => {
    if (!disabled && next !== value) onChange(next);
  };
  const move = (steps: number): void => change(stepped(value, steps, limits));
  const minus = useHold(() => move(-1));
  const plus = useHold(() => move(1));
  const spin = {
    'aria-labelledby': id,
    'aria-valuemax': Number.isFinite(max) ? max : undefined,
    'aria-valuemin': min,
    'aria-valuenow': value,
    'aria-valuetext': format(value),
    role: 'spinbutton',
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || (typed && movesCaret.has(event.key))) return;
      const next = steppedByKey(event.key, value, limits);
      if (next === null) return;
      event.preventDefault();
      event.stopPropagation();
      change(next);
    },
  };
  return (
    <div className={cx(styles['stepper'], styles[size], className)}>
      <span className={cx(styles['label'], hideLabel && 'visually-hidden')} id={id}>
        {label}
      </span>
      <div className={styles['controls']}>
        <button
          {...minus}
          aria-label={uiTexts.less(label)}
          className={styles['button']}
          disabled={disabled || value <= min}
          tabIndex={-1}
          type="button"
        >
          <IconMinus size={22} />
        </button>
        {typed ? (
          <input
            {...spin}
            autoComplete="off"
            className={cx(styles['value'], styles['typed'])}
            disabled={disabled}
            inputMode="numeric"
            placeholder={format(min)}
            value={value === min ? '' : value}
            onChange={(event) => change(typedCount(event.currentTarget.value, limits))}
            onFocus={(event) => event.currentTarget.select()}
          />
        ) : (
          <span
            {...spin}
            aria-disabled={disabled || undefined}
            className={styles['value']}
            tabIndex={disabled ? -1 : 0}
          >
            {format(value)}
          </span>
        )}
        <button
          {...plus}
          aria-label={uiTexts.add(label)}
          className={styles['button']}
          disabled={disabled || value >= max}
          tabIndex={-1}
          type="button"
        >
          <IconPlus size={22} />
        </button>
      </div>
    </div>
  );
}

/** Keys that move the caret of a typed value instead of stepping it. */
const movesCaret: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** Runs once per tap, and repeatedly while the button is held. */
function useHold(onStep: () => void) {
  const run = useEffectEvent(onStep);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const repeated = useRef(false);
  const stop = useCallback(() => clearTimeout(timer.current), []);
  useEffect(() => stop, [stop]);
  const repeat = (count: number): void => {
    repeated.current = true;
    run();
    timer.current = setTimeout(() => repeat(count + 1), holdRepeatMs(count));
  };
  return {
    onPointerDown: (): void => {
      repeated.current = false;
      stop();
      timer.current = setTimeout(() => repeat(0), holdDelayMs);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onClick: (): void => {
      // Ignore the click that ends a hold.
      if (!repeated.current) run();
      repeated.current = false;
    },
  };
}
