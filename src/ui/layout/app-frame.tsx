import type { MouseEvent, ReactNode } from 'react';
import { uiTexts } from '#ui/texts.ts';
import styles from './app-frame.module.css';

interface AppFrameProps {
  /** <Rail>, shown from 768 px on. */
  readonly rail?: ReactNode;
  /** <TopBar>, shown only below 768 px. */
  readonly phoneBar?: ReactNode;
  /** Notices above the content. They take their own space and cover nothing. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

export const contentId = 'contenido';

const toContent = (event: MouseEvent): void => {
  // Moves the focus without a navigation of the router.
  event.preventDefault();
  document.getElementById(contentId)?.focus();
};

/** From 768 px on: rail beside the content. On the phone: bar above the content, and the page itself scrolls. */
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
