import { useCallback, useEffect, useEffectEvent, useId, useRef } from 'react';
import { cx } from '#ui/class-names.ts';
import { IconMinus, IconPlus } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import { holdDelayMs, holdRepeatMs, stepped, steppedByKey } from './stepping.ts';
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
        <span
          aria-disabled={disabled || undefined}
          aria-labelledby={id}
          aria-valuemax={Number.isFinite(max) ? max : undefined}
          aria-valuemin={min}
          aria-valuenow={value}
          aria-valuetext={format(value)}
          className={styles['value']}
          role="spinbutton"
          tabIndex={disabled ? -1 : 0}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const next = steppedByKey(event.key, value, limits);
            if (next === null) return;
            event.preventDefault();
            event.stopPropagation();
            change(next);
          }}
        >
          {format(value)}
        </span>
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
