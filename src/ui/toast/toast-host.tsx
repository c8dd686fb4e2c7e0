import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconAlert, IconBell, IconClose, IconInfo, IconMessage, IconSuccess, IconWarning } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import { toast, useToasts } from './toast.ts';
import type { Toast, ToastKind } from './toast.ts';
import styles from './toast.module.css';

const icons: Record<ToastKind, ReactNode> = {
  info: <IconInfo />,
  success: <IconSuccess />,
  warning: <IconWarning />,
  error: <IconAlert />,
  order: <IconBell />,
  message: <IconMessage />,
};

/** Render it once. It is outside the root that overlays make inert, so that people can answer a notice over a modal. */
export function ToastHost() {
  const { shown, waiting } = useToasts();
  const [held, setHeld] = useState(false);
  // A notice can disappear under the pointer without an event, so an empty host is never held.
  const isHeld = held && shown.length > 0;
  const hold = (): void => setHeld(true);
  const release = (): void => setHeld(false);
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handlers only pause the countdown
    <section
      aria-label={uiTexts.notices}
      className={styles['host']}
      data-toasts=""
      onBlur={release}
      onFocus={hold}
      onPointerEnter={hold}
      onPointerLeave={release}
      onPointerMove={hold}
      onTouchCancel={release}
      onTouchEnd={release}
      onTouchStart={hold}
    >
      {shown.map((item) => (
        <ToastCard key={item.id} held={isHeld} item={item} onAnswer={release} />
      ))}
      {waiting.length > 0 ? <p className={styles['more']}>{moreOf(waiting)}</p> : null}
    </section>,
    document.body,
  );
}

/** «+2 pedidos» if all waiting notices are orders (D8). */
const moreOf = (waiting: readonly Toast[]): string =>
  waiting.every((t) => t.kind === 'order') ? uiTexts.moreOrders(waiting.length) : uiTexts.moreNotices(waiting.length);

interface ToastCardProps {
  readonly item: Toast;
  readonly held: boolean;
  readonly onAnswer: () => void;
}

function ToastCard({ item, held, onAnswer }: ToastCardProps) {
  useCountdown(item, held);
  const run = (action?: () => void): void => {
    // The focused notice disappears without a blur event: release the others.
    onAnswer();
    toast.dismiss(item.id);
    action?.();
  };
  const { action, secondary } = item;
  return (
    <div className={cx(styles['toast'], styles[item.kind])} data-toast={item.kind}>
      <span className={styles['icon']}>{icons[item.kind]}</span>
      <div className={cx(styles['words'], !item.title && !secondary && styles['inline'])}>
        <span className="visually-hidden">{uiTexts.spokenKinds[item.kind]}</span>
        {item.title === undefined ? null : <p className={styles['title']}>{item.title}</p>}
        <p>{item.text}</p>
        {action || secondary ? (
          <div className={styles['actions']}>
            {action ? (
              <Button
                size="sm"
                variant={item.kind === 'order' ? 'primary' : 'secondary'}
                onClick={() => run(action.onAction)}
              >
                {action.label}
              </Button>
            ) : null}
            {secondary ? (
              <Button size="sm" variant="secondary" onClick={() => run(secondary.onAction)}>
                {secondary.label}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      <IconButton icon={<IconClose size={20} />} label={uiTexts.close} onClick={() => run()} />
    </div>
  );
}

/**
 * Counts down while the notices are not held; a replaced notice starts again. Counts ticks, because ui has no clock.
 */
function useCountdown(item: Toast, held: boolean): void {
  const left = useRef(item.duration);
  useEffect(() => {
    left.current = item.duration;
  }, [item]);
  useEffect(() => {
    if (held || left.current === 'sticky') return undefined;
    const timer = setInterval(() => {
      if (left.current === 'sticky') return;
      left.current -= tickMs;
      if (left.current <= 0) toast.dismiss(item.id);
    }, tickMs);
    return () => clearInterval(timer);
  }, [item, held]);
}

const tickMs = 100;
