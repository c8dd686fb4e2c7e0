import { useNow } from '#data/device/device.ts';
import { kanbanTimerMs } from '#domain/limits.ts';
import { rangesOn } from '#domain/opening.ts';
import type { Store } from '#domain/store.ts';
import type { Weekday } from '#domain/time.ts';
import { wallTime } from '#domain/time.ts';
import { weekdayLabels } from '#texts/time.ts';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { IconClock } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { rangeLabel, statusTexts } from './texts.ts';
import styles from './timetable.module.css';

const week: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];

interface TimetableProps {
  readonly store: Pick<Store, 'hours' | 'timezone'>;
  readonly onClose: () => void;
}

/** 'Horarios de la tienda' (T-12 to T-17): today is the weekday in the store's time zone, marked by its word (B6). */
export function Timetable({ store: { hours, timezone }, onClose }: TimetableProps) {
  const today = wallTime(useNow(kanbanTimerMs), timezone).weekday;
  const isEmpty = hours.every((day) => day.hours.length === 0);
  return (
    <Overlay open size="sm" title={statusTexts.hours} onClose={onClose}>
      {isEmpty ? (
        <EmptyState icon={<IconClock size={32} />} title={statusTexts.noHours} />
      ) : (
        <ul className={styles['week']}>
          {week.map((day) => {
            const ranges = rangesOn(hours, day);
            return (
              <li key={day} aria-current={day === today ? 'date' : undefined} className={styles['day']}>
                <span className={styles['name']}>
                  <b>{weekdayLabels[day]}</b>
                  {day === today ? <span className={styles['today']}>{statusTexts.today}</span> : null}
                </span>
                <span className={styles['ranges']}>
                  {ranges.length === 0 ? (
                    <span className={styles['quiet']}>{statusTexts.closedDay}</span>
                  ) : (
                    ranges.map((range) => <span key={rangeLabel(range)}>{rangeLabel(range)}</span>)
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Overlay>
  );
}
