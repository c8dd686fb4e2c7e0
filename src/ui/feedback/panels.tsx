import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/action/button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconAlert, IconInfo, IconRefresh, IconSuccess, IconWarning } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import { announce } from '#ui/toast/announcer.tsx';
import styles from './panels.module.css';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
}

/** An empty list, with a hint or an action. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles['panel']}>
      {icon ? <span className={styles['icon']}>{icon}</span> : null}
      <p className={styles['title']}>{title}</p>
      {text === undefined ? null : <p className={styles['text']}>{text}</p>}
      {action}
    </div>
  );
}

interface ErrorPanelProps {
  readonly message: string;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
}

/**
 * Replaces content that failed to load, with «Reintentar». A retry that fails too is announced; when the content comes,
 * the focus stays around it.
 */
export function ErrorPanel({ message, onRetry, retrying = false }: ErrorPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (retrying || !asked.current) return;
    asked.current = false;
    announce(message, 'assertive');
  }, [retrying, message]);
  useLayoutEffect(() => {
    const root = panel.current;
    return () => {
      if (!root?.contains(document.activeElement)) return;
      const around = root.closest<HTMLElement>('[aria-modal], [tabindex="-1"]');
      (around?.querySelector<HTMLElement>('[data-title]') ?? around)?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={panel} className={styles['panel']} role="alert">
      <span className={cx(styles['icon'], styles['bad'])}>
        <IconAlert size={32} />
      </span>
      <p className={styles['title']}>{message}</p>
      {onRetry ? (
        <Button
          icon={<IconRefresh size={22} />}
          loading={retrying}
          variant="secondary"
          onClick={() => {
            asked.current = true;
            onRetry();
          }}
        >
          {uiTexts.retry}
        </Button>
      ) : null}
    </div>
  );
}

export type NoticeTone = 'info' | 'success' | 'warning' | 'error';

const noticeIcons: Record<NoticeTone, ReactNode> = {
  info: <IconInfo size={22} />,
  success: <IconSuccess size={22} />,
  warning: <IconWarning size={22} />,
  error: <IconAlert size={22} />,
};

interface NoticeProps {
  readonly tone?: NoticeTone;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A notice with icon and text, inside the page. */
export function Notice({ tone = 'info', icon, action, children }: NoticeProps) {
  return (
    <div className={cx(styles['notice'], styles[tone])}>
      {icon ?? noticeIcons[tone]}
      <div className={styles['noticeText']}>{children}</div>
      {action}
    </div>
  );
}
