import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useEngine } from '#data/outbox/store-engine.ts';
import { dismissLost, useLost } from '#data/outbox/unsent-cookie.ts';
import { wakeIn } from '#platform/clock.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconAlert, IconBell, IconClose, IconInfo, IconMessage, IconSuccess, IconWarning } from '#ui/icons.tsx';
import { toast, useToasts } from '#ui/toast/toast.ts';
import type { Toast, ToastKind } from '#ui/toast/toast.ts';
import styles from './kiosk.module.css';
import { kioskTexts } from './texts.ts';

const icons: Readonly<Record<ToastKind, ReactNode>> = {
  info: <IconInfo />,
  success: <IconSuccess />,
  warning: <IconWarning />,
  error: <IconAlert />,
  order: <IconBell />,
  message: <IconMessage />,
};

/** The newest notice, over the bar and never over a card. A disk error stays until the disk accepts writes again. */
export function KioskNotice() {
  const newest = useToasts().shown.at(-1);
  const diskError = useEngine((s) => s.diskError);
  const lost = useLost((s) => s.count);
  useCountdowns();
  if (newest) return <NoticeStrip item={newest} />;
  if (diskError === null && lost === 0) return null;
  return (
    <div className={cx(styles['notice'], styles['error'])} role="alert">
      {icons.error}
      <span className={styles['noticeText']}>{diskError === null ? kioskTexts.lost(lost) : kioskTexts.disk}</span>
      {diskError === null ? (
        <Button size="sm" variant="secondary" onClick={dismissLost}>
          {kioskTexts.understood}
        </Button>
      ) : null}
    </div>
  );
}

function NoticeStrip({ item }: { readonly item: Toast }) {
  const run = (action?: () => void): void => {
    toast.dismiss(item.id);
    action?.();
  };
  const { title, text, action, secondary } = item;
  return (
    <div className={cx(styles['notice'], styles[item.kind])} data-toast={item.kind}>
      {icons[item.kind]}
      <span className={styles['noticeText']}>
        {title === undefined ? null : <b>{title} </b>}
        {text}
      </span>
      {[action, secondary].map((a) =>
        a ? (
          <Button key={a.label} size="sm" variant="secondary" onClick={() => run(a.onAction)}>
            {a.label}
          </Button>
        ) : null,
      )}
      <IconButton icon={<IconClose size={20} />} label={kioskTexts.dismiss} onClick={() => run()} />
    </div>
  );
}

/** Each notice has its own countdown, even behind a newer one; a replaced notice restarts it. */
function useCountdowns(): void {
  const { shown } = useToasts();
  const running = useRef(new Map<Toast, () => void>());
  useEffect(() => {
    const timers = running.current;
    for (const [item, stop] of timers)
      if (!shown.includes(item)) {
        stop();
        timers.delete(item);
      }
    for (const item of shown)
      if (item.duration !== 'sticky' && !timers.has(item))
        timers.set(
          item,
          wakeIn(item.duration, () => toast.dismiss(item.id)),
        );
  }, [shown]);
  useEffect(() => {
    const timers = running.current;
    return () => {
      for (const stop of timers.values()) stop();
      timers.clear();
    };
  }, []);
}
