import type { ReactNode } from 'react';
import { Panel } from '#ui/layout/card.tsx';
import styles from './past-days.module.css';
import { pastTexts as texts } from './texts.ts';

/** Leads to a past day, from the settings. `link`: a router link. */
export const PastDayCard = ({ link }: { readonly link: ReactNode }) => (
  <Panel title={texts.title}>
    <p className={styles['hint']}>{texts.hint}</p>
    {link}
  </Panel>
);
