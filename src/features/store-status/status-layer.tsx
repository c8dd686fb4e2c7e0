import { useEffect } from 'react';
import { settleStatusEdits, useStatusEdits } from '#data/store/status-edits.ts';
import { askAboutStore, askForPermissions, useUiIntents } from '#data/device/ui-intents.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { isClosingAsked } from '#domain/store-status.ts';
import { failureSentences } from '#texts/errors.ts';
import { Button } from '#ui/action/button.tsx';
import { IconClock, IconInfo } from '#ui/icons.tsx';
import { Drawer, Overlay } from '#ui/overlay/overlay.tsx';
import { toast } from '#ui/toast/toast.ts';
import { AppStatus } from './app-status.tsx';
import { ClosingQuestion } from './closing-question.tsx';
import { StatusEditor } from './status-editor.tsx';
import styles from './status-editor.module.css';
import { StatusInfo } from './status-info.tsx';
import { statusTexts } from './texts.ts';
import { Timetable } from './timetable.tsx';

const savedForMs = 3_000;

const close = (): void => askAboutStore(null);

/** Everything about the store's status that opens over a screen; loaded after the first paint (B5, B6, B8, B9). */
export function StatusLayer({ store }: { readonly store: Store }) {
  const about = useUiIntents((w) => w.about);
  const inView = useUiIntents((w) => w.statusInView);
  const manages = can('store.manage', store);
  const { autoclose } = store.status;
  useFailedSaves(about === 'status');
  // What was asked for in one store is not asked for in the next.
  useEffect(() => close, []);
  return (
    <>
      <Overlay open={about === 'status'} placement="rail" size="sm" title={statusTexts.title} onClose={close}>
        {manages ? <StatusEditor store={store} /> : <StatusInfo store={store} />}
        <StatusLinks />
      </Overlay>
      {about === 'hours' ? <Timetable store={store} onClose={close} /> : null}
      <Drawer open={about === 'app'} size="sm" title={statusTexts.app} onClose={close}>
        <AppStatus onPermissions={() => askForPermissions(true)} />
      </Drawer>
      {manages && autoclose !== null && isClosingAsked(store.status) ? (
        <ClosingQuestion key={autoclose} autoclose={autoclose} hidden={about === 'status' || inView} store={store} />
      ) : null}
    </>
  );
}

/** What else there is to know about the store and this device. */
export function StatusLinks() {
  return (
    <div className={styles['links']}>
      <Button fullWidth icon={<IconClock size={22} />} variant="secondary" onClick={() => askAboutStore('hours')}>
        {statusTexts.hours}
      </Button>
      <Button fullWidth icon={<IconInfo size={22} />} variant="ghost" onClick={() => askAboutStore('app')}>
        {statusTexts.appAndNews}
      </Button>
    </div>
  );
}

/** A save that fails when nobody looks at the editor any more is said all the same. */
function useFailedSaves(editorOpen: boolean): void {
  const state = useStatusEdits((s) => s.state);
  const failure = useStatusEdits((s) => s.failure);
  useEffect(() => {
    if (failure && !editorOpen)
      toast.show({
        id: 'status-failed',
        kind: 'error',
        text: statusTexts.failedBecause(failureSentences(failure)),
      });
    // Only when it fails: what was open then counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [failure]);
  useEffect(() => {
    if (state !== 'saved') return undefined;
    const timer = setTimeout(settleStatusEdits, savedForMs);
    return () => clearTimeout(timer);
  }, [state]);
}
