import type { MouseEvent, ReactNode } from 'react';
import { uiTexts } from '#ui/texts.ts';
import styles from './app-frame.module.css';

interface AppFrameProps {
  /** <Rail>, shown from 768 px on. */
  readonly rail?: ReactNode;
  /** <TopBar>, shown only below 768 px. */
  readonly phoneBar?: ReactNode;
  /** Notices below the content: they cover nothing, and nothing above them moves when one comes or goes. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

export const contentId = 'contenido';

const toContent = (event: MouseEvent): void => {
  // Moves the focus without a navigation of the router.
  event.preventDefault();
  document.getElementById(contentId)?.focus();
};

/** On the phone the sticky bars of the screen lie above the notices: `--shell-notices` is their height. */
function keepBannerHeight(banner: HTMLElement | null): (() => void) | undefined {
  if (!banner) return undefined;
  const { style } = document.documentElement;
  let known = 0;
  const observer = new ResizeObserver(() => {
    // A property of the root styles all of the page again: most screens begin without a notice.
    if (banner.offsetHeight === known) return;
    known = banner.offsetHeight;
    style.setProperty('--shell-notices', `${known}px`);
  });
  observer.observe(banner);
  return () => {
    observer.disconnect();
    style.removeProperty('--shell-notices');
  };
}

/** From 768 px on: rail beside the content. On the phone: bar above the content, and the page itself scrolls. */
export function AppFrame({ rail, phoneBar, banner, children }: AppFrameProps) {
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href={`#${contentId}`} onClick={toContent}>
        {uiTexts.skipToContent}
      </a>
      {rail}
      <div className={styles['column']} data-docked="">
        {phoneBar ? <div className={styles['phoneBar']}>{phoneBar}</div> : null}
        <main className={styles['main']} id={contentId} tabIndex={-1}>
          {children}
        </main>
        {banner ? (
          <div ref={keepBannerHeight} className={styles['banner']}>
            {banner}
          </div>
        ) : null}
      </div>
    </div>
  );
}
