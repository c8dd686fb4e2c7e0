import { useNow } from '#data/device/device.ts';
import { usePendingEntries, usePendingWork } from '#data/orders/orders.ts';
import { EmptyState } from '#ui/feedback/panels.tsx';
import { IconCloudCheck } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { ReviewList } from './review-list.tsx';
import { outboxTexts } from './texts.ts';
import styles from './tray.module.css';
import { UnsentList } from './unsent-list.tsx';

interface TrayProps {
  readonly open: boolean;
  /** The store's time zone, for the hours. */
  readonly zone: string;
  readonly onClose: () => void;
}

const lookEveryMs = 60_000;

/** «Para revisar» and «Por enviar»: all unfinished changes of this device (offline engine, What people see). */
export function Tray({ open, ...props }: TrayProps) {
  return open ? <OpenTray {...props} /> : null;
}

function OpenTray({ zone, onClose }: Omit<TrayProps, 'open'>) {
  const now = useNow(lookEveryMs);
  const { held, rejected } = usePendingWork();
  const { pending, numberOf } = usePendingEntries();
  const unsent = pending.filter((entry) => entry.held === null);
  const words = { now, zone, numberOf };
  const toReview = rejected.length + held.length;
  const nothing = toReview + unsent.length === 0;
  return (
    <Overlay open size="md" title={toReview > 0 ? outboxTexts.review : outboxTexts.unsent} onClose={onClose}>
      <div className={styles['tray']}>
        {nothing ? <EmptyState icon={<IconCloudCheck size={32} />} title={outboxTexts.empty} /> : null}
        {toReview > 0 ? <ReviewList held={held} pending={pending} rejected={rejected} words={words} /> : null}
        {unsent.length > 0 ? (
          <section aria-label={outboxTexts.unsent}>
            {toReview > 0 ? <h3 className={styles['title']}>{outboxTexts.unsent}</h3> : null}
            <UnsentList entries={unsent} pending={pending} words={words} />
          </section>
        ) : null}
      </div>
    </Overlay>
  );
}
