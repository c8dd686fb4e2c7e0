import { IconClock } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import styles from './data-age.module.css';

/** «Actualizado recién», then 'hace 40 s' in steps of ten, 'hace 12 min', 'hace 3 h', 'hace 8 d'. */
export function dataAgeText(seconds: number): string {
  if (seconds < 10) return uiTexts.updatedNow;
  if (seconds < 60) return uiTexts.updatedSecondsAgo(Math.floor(seconds / 10) * 10);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return uiTexts.updatedMinutesAgo(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? uiTexts.updatedHoursAgo(hours) : uiTexts.updatedDaysAgo(Math.floor(hours / 24));
}

/** The age of the data on screen. */
export function DataAge({ seconds }: { readonly seconds: number }) {
  return (
    <span className={styles['age']}>
      <IconClock size={18} />
      {dataAgeText(seconds)}
    </span>
  );
}
