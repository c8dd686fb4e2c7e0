import type { ReactNode } from 'react';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { Mark } from '#ui/layout/mark.tsx';
import styles from './full-page.module.css';
import { shellTexts } from './texts.ts';

/** F-30, D-08. */
export function NotFound({ toStores }: { readonly toStores: (label: string) => ReactNode }) {
  return (
    <main className={styles['page']} id="contenido" tabIndex={-1}>
      <Mark size={56} />
      <h1 className={styles['title']}>{shellTexts.notFoundTitle}</h1>
      <p className={styles['note']} lang="en">
        {shellTexts.notFoundNote}
      </p>
      {toStores(shellTexts.toStores)}
    </main>
  );
}

/** 'Aguarde un momento' on the first start, 'cargando tienda' while a store opens (F-12, F-13), update notice (F-11). */
export function FullPage({ kind }: { readonly kind: 'starting' | 'store' | 'updated' }) {
  const text = { starting: shellTexts.loading, store: shellTexts.loadingStore, updated: shellTexts.updated }[kind];
  return (
    <main aria-busy="true" className={styles['page']}>
      <Mark size={56} />
      <p className={styles['note']} role="status">
        {text}
      </p>
    </main>
  );
}

/** A screen that broke: what can still be done is to load it again. */
export function BrokenPage({ onReload }: { readonly onReload: () => void }) {
  return (
    <main className={styles['page']}>
      <EmptyState
        action={
          <button className={styles['link']} type="button" onClick={onReload}>
            {shellTexts.reload}
          </button>
        }
        title={shellTexts.broken}
      />
    </main>
  );
}

/** The device holds data of a newer version: nothing is touched, and a newer app can be fetched (SYNC, app update). */
export function OutdatedPage({ onReload }: { readonly onReload: () => void }) {
  return (
    <main className={styles['page']}>
      <Mark size={56} />
      <EmptyState
        action={
          <button className={styles['link']} type="button" onClick={onReload}>
            {shellTexts.updateAction}
          </button>
        }
        title={shellTexts.newerData}
      />
    </main>
  );
}
