import { IconClock } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import styles from './data-age.module.css';

/** «Actualizado recién», «Actualizado hace 12 min», «Actualizado hace 3 h»; whole minutes come from outside. */
export function dataAgeText(minutes: number): string {
  if (minutes < 1) return uiTexts.updatedNow;
  if (minutes < 60) return uiTexts.updatedMinutesAgo(Math.floor(minutes));
  return uiTexts.updatedHoursAgo(Math.floor(minutes / 60));
}

/** How old the data on screen is. */
export function DataAge({ minutes }: { readonly minutes: number }) {
  return (
    <span className={styles['age']}>
      <IconClock size={18} />
      {dataAgeText(minutes)}
    </span>
  );
}
