import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { serverQueries } from '#data/api/server-facts.ts';
import { Button, buttonClass } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconCheck, IconExternal, IconStar } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { useMedia } from '#ui/use-media.ts';
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

interface PlanDialogProps {
  /** True after a link to a feature that the plan lacks; false after 'Mejorá tu plan' (D-03). */
  readonly lacking: boolean;
  readonly onClose: () => void;
}

/** The same as a dialog over the board (F-24, B4). */
export const PlanDialog = ({ lacking, onClose }: PlanDialogProps) => (
  <Overlay open title={lacking ? planTexts.title : planTexts.upgrade} onClose={onClose}>
    <div className={styles['dialog']}>
      <Plans head={null} />
    </div>
  </Overlay>
);

/** 'Mejorá tu plan': a panel where the screen has room for it, else a button (D-03). */
export function PlanUpgrade({ onOpen }: { readonly onOpen: () => void }) {
  const hasRoom = useMedia('(width >= 1280px)');
  const tablet = useMedia('(768px <= width < 1280px)');
  const button = (
    <Button fullWidth icon={<IconStar size={22} />} variant="secondary" onClick={onOpen}>
      {planTexts.upgrade}
    </Button>
  );
  if (tablet) return <IconButton icon={<IconStar />} label={planTexts.upgrade} onClick={onOpen} />;
  if (!hasRoom) return button;
  return (
    <Panel title={planTexts.upgrade}>
      <p className={styles['pitch']}>{planTexts.pitch}</p>
      {button}
    </Panel>
  );
}

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
