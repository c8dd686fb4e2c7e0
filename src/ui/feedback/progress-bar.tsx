import { cx } from '#ui/class-names.ts';
import { uiTexts } from '#ui/texts.ts';
import type { Tone } from './badge.tsx';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** 0 to 100. */
  readonly value: number;
  /** The text of the state, shown beside the bar. */
  readonly label: string;
  readonly tone?: Tone | 'fair';
  readonly hideLabel?: boolean;
}

/** A progress bar with a text, so that colour is never the only information. */
export function ProgressBar({ value, label, tone = 'preparation', hideLabel = false }: ProgressBarProps) {
  const percent = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div className={styles['progress']}>
      {hideLabel ? null : (
        <div aria-hidden="true" className={styles['words']}>
          <span>{label}</span>
          <span>{uiTexts.percent(percent)}</span>
        </div>
      )}
      <progress aria-label={label} className={cx(styles['bar'], styles[tone])} max={100} value={percent} />
    </div>
  );
}
