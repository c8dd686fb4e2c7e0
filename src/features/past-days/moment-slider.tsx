import { loadSpanMs } from '#domain/past-day.ts';
import { after, type Instant, minutes } from '#domain/time.ts';
import { hourLabel, whenLabel } from '#texts/time.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.tsx';
import styles from './past-days.module.css';
import { pastTexts as texts } from './texts.ts';

interface MomentSliderProps {
  readonly from: Instant;
  /** The last moment that can be chosen. */
  readonly to: Instant;
  readonly at: Instant;
  readonly zone: string;
  /** Orders on the board in each quarter of an hour from `from` on. */
  readonly load: readonly number[];
  /** Oldest first. */
  readonly changes: readonly { readonly at: Instant }[];
  readonly onMoment: (at: Instant) => void;
}

/** Chooses a minute of the day, below bars of how full the board was; two buttons lead from change to change. */
export function MomentSlider({ from, to, at, zone, load, changes, onMoment }: MomentSliderProps) {
  const most = Math.max(1, ...load);
  const earlier = changes.findLast((change) => change.at < at);
  const later = changes.find((change) => change.at > at && change.at <= to);
  const step = (change: { readonly at: Instant } | undefined): void => {
    if (change) onMoment(change.at);
  };
  return (
    <section aria-label={texts.moment} className={styles['moment']}>
      <div className={styles['clock']}>
        <IconButton
          disabled={!earlier}
          icon={<IconChevronLeft />}
          label={texts.earlier}
          onClick={() => step(earlier)}
        />
        <p className={styles['hour']}>{whenLabel(at, from, zone)}</p>
        <IconButton disabled={!later} icon={<IconChevronRight />} label={texts.later} onClick={() => step(later)} />
      </div>
      <div aria-hidden="true" className={styles['bars']}>
        {load.map((count, index) => (
          <span key={index} style={{ height: `${(count / most) * 100}%` }} />
        ))}
      </div>
      <input
        aria-label={texts.moment}
        aria-valuetext={hourLabel(at, zone)}
        className={styles['slider']}
        max={load.length * (loadSpanMs / minutes(1))}
        min={0}
        step={1}
        type="range"
        value={Math.floor((at - from) / minutes(1))}
        onChange={(event) => {
          const wanted = after(from, minutes(Number(event.currentTarget.value)));
          onMoment(wanted > to ? to : wanted);
        }}
      />
    </section>
  );
}
