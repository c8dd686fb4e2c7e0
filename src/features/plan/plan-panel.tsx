import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { serverQueries } from '#data/api/server-facts.ts';
import { buttonClass } from '#ui/action/button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconCheck, IconExternal, IconStar } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import styles from './plan-panel.module.css';
import { planTexts } from './texts.ts';

const picture = '/sellers/screenshots/wide.png';

/** Shown instead of a feature that the plan lacks: its benefits, the higher plans, and a link (H-03, H-12, B4). */
export const PlanPanel = () => (
  <Plans
    head={
      <>
        <span className={styles['icon']}>
          <IconStar size={32} />
        </span>
        <h1 className={styles['title']}>{planTexts.title}</h1>
      </>
    }
  />
);

/** The same as a dialog over the board, after a link to a feature that the plan lacks (F-24, B4). */
export const PlanDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Overlay open title={planTexts.title} onClose={onClose}>
    <div className={styles['dialog']}>
      <Plans head={null} />
    </div>
  </Overlay>
);

function Plans({ head }: { readonly head: ReactNode }) {
  const { data } = useQuery(serverQueries.facts());
  const url = data?.plansUrl ?? null;
  return (
    <div className={styles['panel']}>
      <div className={styles['words']}>
        {head}
        <ul className={styles['lines']}>
          {planTexts.lines.map((line) => (
            <li key={line}>
              <IconCheck size={22} />
              <span>{line}</span>
            </li>
          ))}
        </ul>
        {url === null ? null : (
          <a className={cx(buttonClass(), styles['link'])} href={url} rel="noreferrer" target="_blank">
            {planTexts.link} <IconExternal size={20} />
            <span className="visually-hidden">{planTexts.newWindow}</span>
          </a>
        )}
      </div>
      <img
        alt={planTexts.picture}
        className={styles['picture']}
        decoding="async"
        height={800}
        src={picture}
        width={1280}
      />
    </div>
  );
}
