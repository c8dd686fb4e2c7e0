import type { MouseEvent, ReactNode } from 'react';
import { uiTexts } from '#ui/texts.ts';
import styles from './app-frame.module.css';

interface AppFrameProps {
  /** <Rail>; from 768 px on. */
  readonly rail?: ReactNode;
  /** <TopBar>; below 768 px only. */
  readonly phoneBar?: ReactNode;
  /** Notices above the content; they take their own space and cover nothing. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

export const contentId = 'contenido';

const toContent = (event: MouseEvent): void => {
  // Not a navigation: the router need not hear of it.
  event.preventDefault();
  document.getElementById(contentId)?.focus();
};

/** Rail beside content from 768 px on, bar over content on the phone. The page scrolls only on the phone. */
export function AppFrame({ rail, phoneBar, banner, children }: AppFrameProps) {
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href={`#${contentId}`} onClick={toContent}>
        {uiTexts.skipToContent}
      </a>
      {rail}
      <div className={styles['column']}>
        {phoneBar ? <div className={styles['phoneBar']}>{phoneBar}</div> : null}
        {banner}
        <main className={styles['main']} id={contentId} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}
