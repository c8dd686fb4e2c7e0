import { useEffect } from 'react';
import { settleStatusEdits, useStatusEdits } from '#data/store/status-edits.ts';
import { askAboutStore, useUiIntents } from '#data/device/ui-intents.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { shippingDelay } from '#domain/store.ts';
import { isClosingAsked } from '#domain/store-status.ts';
import { Button } from '#ui/action/button.tsx';
import { IconClock, IconInfo } from '#ui/icons.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { toast } from '#ui/toast/toast.ts';
import { ClosingQuestion } from './closing-question.tsx';
import { StatusEditor } from './status-editor.tsx';
import styles from './status-editor.module.css';
import { StatusInfo } from './status-info.tsx';
import { statusTexts } from './texts.ts';
import { Timetable } from './timetable.tsx';

const savedForMs = 3_000;

const close = (): void => askAboutStore(null);

/** The overlays of the store's status, loaded after the first paint (B5, B6, B8). */
export function StatusPanels({ store }: { readonly store: Store }) {
  const about = useUiIntents((w) => w.about);
  const inView = useUiIntents((w) => w.statusInView);
  const manages = can('store.manage', store);
  const { autoclose } = store.status;
  useFailedSaves(about === 'status');
  return (
    <>
      <Overlay open={about === 'status'} placement="rail" size="sm" title={statusTexts.title} onClose={close}>
        {manages ? <StatusEditor store={store} /> : <StatusInfo store={store} />}
        <ShippingDelay store={store} />
        <StatusLinks />
      </Overlay>
      {about === 'hours' ? <Timetable store={store} onClose={close} /> : null}
      {manages && autoclose !== null && isClosingAsked(store.status) ? (
        <ClosingQuestion key={autoclose} autoclose={autoclose} hidden={about === 'status' || inView} store={store} />
      ) : null}
    </>
  );
}

/** What the shipping gateway adds to a delivery's times, and what customers read about it (T-31). */
function ShippingDelay({ store }: { readonly store: Store }) {
  const delay = shippingDelay(store);
  return delay === null ? null : (
    <Notice tone="info">
      <b>{statusTexts.shippingDelay(delay.minutes)}</b>
      {delay.words === null ? null : <p>{delay.words}</p>}
    </Notice>
  );
}

/** Links to the opening hours and the app's status. */
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

/** Shows a failed save after the editor was closed. */
function useFailedSaves(editorOpen: boolean): void {
  const state = useStatusEdits((s) => s.state);
  const failure = useStatusEdits((s) => s.failure);
  useEffect(() => {
    if (failure && !editorOpen)
      toast.show({
        id: 'status-failed',
        kind: 'error',
        text: statusTexts.failedBecause(failure),
      });
    // Runs only on a failure; `editorOpen` has its value of that moment.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [failure]);
  useEffect(() => {
    if (state !== 'saved') return undefined;
    const timer = setTimeout(settleStatusEdits, savedForMs);
    return () => clearTimeout(timer);
  }, [state]);
}
