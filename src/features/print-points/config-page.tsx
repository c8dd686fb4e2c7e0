import type { ReactNode } from 'react';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import { PrintCard } from './print-card.tsx';
import styles from './print-points.module.css';
import { configTexts } from './texts.ts';

interface ConfigPageProps {
  readonly store: Store;
  /** A link, before the title. */
  readonly back: ReactNode;
  readonly headerActions?: ReactNode;
  /** The cards of other features. */
  readonly children: ReactNode;
  readonly onPrintPoint: () => void;
}

/** The settings of this point of sale (G1, P-04). Each card saves by itself. */
export function ConfigPage({ store, back, headerActions, children, onPrintPoint }: ConfigPageProps) {
  return (
    <Screen>
      <ScreenHeader actions={headerActions} start={back} title={configTexts.title} />
      <ScreenBody>
        <div className={styles['cards']}>
          {can('printpoint.manage', store) ? <PrintCard store={store} onPrintPoint={onPrintPoint} /> : null}
          {children}
        </div>
      </ScreenBody>
    </Screen>
  );
}
