import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useKiosk } from '#data/kiosk/kiosk.ts';
import { every } from '#platform/clock.ts';
import { canLoadApp } from '#platform/worker.ts';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { Mark } from '#ui/layout/mark.tsx';
import styles from './full-page.module.css';
import { pageTexts } from './page-texts.ts';

/** F-30, D-08. */
export function NotFound({ toStores }: { readonly toStores: (label: string) => ReactNode }) {
  return (
    <main className={styles['page']} id="contenido" tabIndex={-1}>
      <Mark size={56} />
      <h1 className={styles['title']}>{pageTexts.notFoundTitle}</h1>
      <p className={styles['note']} lang="en">
        {pageTexts.notFoundNote}
      </p>
      {toStores(pageTexts.toStores)}
    </main>
  );
}

/**
 * 'Aguarde un momento' on the first start, 'cargando tienda' while a store opens (F-12, F-13), and the update notice
 * (F-11).
 */
export function FullPage({ kind }: { readonly kind: 'starting' | 'store' | 'updated' }) {
  const text = { starting: pageTexts.loading, store: pageTexts.loadingStore, updated: pageTexts.updated }[kind];
  return (
    <main aria-busy="true" className={styles['page']}>
      <Mark size={56} />
      <p className={styles['note']} role="status">
        {text}
      </p>
    </main>
  );
}

interface StuckPageProps {
  readonly title: string;
  readonly label: string;
  readonly onAct: () => void;
  readonly children?: ReactNode;
}

/** A page without content and with a single action. */
function StuckPage({ title, label, onAct, children }: StuckPageProps) {
  return (
    <main className={styles['page']}>
      {children}
      <EmptyState
        action={
          <button className={styles['link']} type="button" onClick={onAct}>
            {label}
          </button>
        }
        title={title}
      />
    </main>
  );
}

const brokenAgainMs = 15_000;

/** Shown after a screen has crashed; offers to reload. */
export function BrokenPage({ onReload }: { readonly onReload: () => void }) {
  // A kitchen screen reloads itself as soon as the server is reachable; a user taps the button.
  useEffect(() => {
    if (!useKiosk.getState().active) return undefined;
    return every(brokenAgainMs, () => void canLoadApp().then((can) => (can ? onReload() : undefined)));
  }, [onReload]);
  return <StuckPage label={pageTexts.reload} title={pageTexts.broken} onAct={onReload} />;
}

/**
 * This device holds data of a newer version. The app leaves it unchanged and offers to load the newer app
 * (offline engine, Updates).
 */
export const OutdatedPage = ({ onReload }: { readonly onReload: () => void }) => (
  <StuckPage label={pageTexts.updateAction} title={pageTexts.newerData} onAct={onReload}>
    <Mark size={56} />
  </StuckPage>
);
