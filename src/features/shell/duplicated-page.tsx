import { Button } from '#ui/action/button.tsx';
import { Mark } from '#ui/layout/mark.tsx';
import styles from './full-page.module.css';
import { pageTexts } from './page-texts.ts';

/** Shown while the app runs in another window; this one is paused until the user takes over (F-34, A11). */
export function DuplicatedPage({ onTakeOver }: { readonly onTakeOver: () => void }) {
  return (
    <main className={styles['page']}>
      <Mark size={56} />
      <h1 className={styles['title']}>{pageTexts.duplicated}</h1>
      <p className={styles['note']}>{pageTexts.duplicatedNote}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the only control of the page */}
      <Button autoFocus onClick={onTakeOver}>
        {pageTexts.takeOver}
      </Button>
    </main>
  );
}
