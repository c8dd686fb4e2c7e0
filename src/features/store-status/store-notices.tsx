import { useEffect, useState } from 'react';
import { useNow, useNetwork } from '#data/device/device.ts';
import { editStatus, useStatusEdits } from '#data/store/status-edits.ts';
import type { ServiceType, Store, StoreStatus } from '#domain/store.ts';
import { enabledServices } from '#domain/store.ts';
import { opensWithin } from '#domain/opening.ts';
import { shouldBeOpen } from '#domain/store-status.ts';
import { serviceLabels } from '#texts/order.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { IconClose } from '#ui/icons.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { statusTexts } from './texts.ts';
import styles from './store-notices.module.css';

const lookEveryMs = 10_000;
/** How long before the opening hours the check of the device is offered. */
const openingNoticeMs = 60_000;

/** What stopped while this page was open: the store or some services. */
type Stopped =
  | { readonly kind: 'store'; readonly byTime: boolean }
  | { readonly kind: 'services'; readonly text: string };

function stoppedBetween(store: Store, before: StoreStatus, own: boolean): Stopped | null {
  const { status } = store;
  if (before.open && !status.open) return { kind: 'store', byTime: before.autoclose !== null && !own };
  if (own || !status.open) return null;
  const paused: ServiceType[] = enabledServices(store).filter(
    (type) => before.immediate.services[type] && !status.immediate.services[type],
  );
  return paused.length === 0
    ? null
    : { kind: 'services', text: statusTexts.paused(paused.map((t) => serviceLabels[t])) };
}

interface StoreNoticesProps {
  readonly store: Store;
  readonly canOpen: boolean;
  /** The status that the page showed first: this bar loads later, and tells what stopped meanwhile. */
  readonly first: StoreStatus;
}

/** A minute before the shop opens, staff are asked to check their device; until they did, or hid it. */
export function OpeningNotice({ store, onCheck }: { readonly store: Store; readonly onCheck: () => void }) {
  const now = useNow(lookEveryMs);
  const [shown, setShown] = useState<'no' | 'yes' | 'hidden'>('no');
  if (opensWithin(store.hours, now, store.timezone, openingNoticeMs)) {
    if (shown === 'no') setShown('yes');
  } else if (shown === 'hidden') setShown('no');
  if (shown !== 'yes') return null;
  const hide = (): void => setShown('hidden');
  return (
    <section aria-label={statusTexts.opening} className={styles['notices']}>
      <Notice
        action={
          <span className={styles['actions']}>
            <Button
              size="sm"
              onClick={() => {
                hide();
                onCheck();
              }}
            >
              {statusTexts.checkDevice}
            </Button>
            <IconButton icon={<IconClose size={20} />} label={statusTexts.dismiss} onClick={hide} />
          </span>
        }
        tone="info"
      >
        {statusTexts.opensSoon}
      </Notice>
    </section>
  );
}

/**
 * The bars about a closed store (B7): '¡Abrir la tienda!' during opening hours (T-18), and what has just stopped
 * (T-19). The user can dismiss each until the next change.
 */
export function StoreNotices({ store, canOpen, first }: StoreNoticesProps) {
  const now = useNow(lookEveryMs);
  const online = useNetwork((s) => s.online);
  const opening = useStatusEdits((s) => s.storeId === store.id && (s.change.open === true || s.sent.open === true));
  const own = useStatusEdits((s) => s.storeId === store.id && (s.state === 'saving' || s.state === 'saved'));
  const [before, setBefore] = useState(first);
  const [stopped, setStopped] = useState<Stopped | null>(null);
  /** True after the user has dismissed the bar. */
  const [putAway, setPutAway] = useState(false);
  if (before !== store.status) {
    setBefore(store.status);
    const news = stoppedBetween(store, before, own);
    if (news !== null) setStopped(news);
    else if (stopped?.kind === 'store' && store.status.open) setStopped(null);
    if (before.open !== store.status.open) setPutAway(false);
  }
  const closedNow = stopped?.kind === 'store';
  useEffect(() => {
    if (closedNow) announce(statusTexts.closed, 'assertive');
  }, [closedNow]);

  const banner = canOpen && !putAway && shouldBeOpen(store, now);
  const open = (
    <Button
      {...(online ? {} : { disabledReason: statusTexts.offline })}
      loading={opening}
      size="sm"
      onClick={() => editStatus(store.id, { open: true }, { now: true })}
    >
      {statusTexts.openStore}
    </Button>
  );
  if (stopped === null && !banner) return null;
  return (
    <section aria-label={statusTexts.notices} className={styles['notices']}>
      {stopped === null ? null : (
        <Notice
          action={
            <span className={styles['actions']}>
              {closedNow && banner ? open : null}
              <Button
                size="sm"
                variant="secondary"
                onClick={() => {
                  setStopped(null);
                  setPutAway(true);
                }}
              >
                {statusTexts.understood}
              </Button>
            </span>
          }
          tone={closedNow ? 'error' : 'warning'}
        >
          {closedNow ? (
            <>
              <b>{statusTexts.closed}</b>
              {stopped.byTime ? <span className={styles['why']}>{statusTexts.closedByTime}</span> : null}
            </>
          ) : (
            stopped.text
          )}
        </Notice>
      )}
      {banner && !closedNow ? (
        <Notice
          action={
            <span className={styles['actions']}>
              {open}
              <IconButton icon={<IconClose size={20} />} label={statusTexts.dismiss} onClick={() => setPutAway(true)} />
            </span>
          }
          tone="warning"
        >
          {statusTexts.shouldBeOpen}
        </Notice>
      ) : null}
    </section>
  );
}
