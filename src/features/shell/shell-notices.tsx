import type { DiskError } from '#data/outbox/store-engine.ts';
import { useEngine } from '#data/outbox/store-engine.ts';
import { dismissLost, useLost } from '#data/outbox/unsent-cookie.ts';
import { useUpdates } from '#data/device/device.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { useAllSentToast } from './outbox/use-all-sent-toast.ts';
import { useBatchToast } from './outbox/use-batch-toast.ts';
import styles from './store-shell.module.css';
import { pageTexts } from './page-texts.ts';
import { shellTexts } from './texts.ts';

const diskTexts: Readonly<Record<DiskError, string>> = {
  full: shellTexts.diskFull,
  newer: pageTexts.newerData,
  broken: shellTexts.diskBroken,
};

/** The bars below every store screen: lost changes, a disk error, a new version. Also tells what the outbox has sent. */
export function ShellNotices() {
  useAllSentToast();
  useBatchToast();
  const lost = useLost((s) => s.count);
  const diskError = useEngine((s) => s.diskError);
  const applyUpdate = useUpdates((s) => s.apply);
  return (
    <div className={styles['notices']}>
      {lost > 0 ? (
        <div role="alert">
          <Notice
            action={
              <Button size="sm" variant="secondary" onClick={dismissLost}>
                {shellTexts.understood}
              </Button>
            }
            tone="error"
          >
            {shellTexts.lost(lost)}
          </Notice>
        </div>
      ) : null}
      {diskError ? (
        <div role="alert">
          <Notice tone="error">{diskTexts[diskError]}</Notice>
        </div>
      ) : null}
      {applyUpdate ? (
        <Notice
          action={
            <Button size="sm" variant="secondary" onClick={applyUpdate}>
              {pageTexts.updateAction}
            </Button>
          }
        >
          {shellTexts.update}
        </Notice>
      ) : null}
    </div>
  );
}
