import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { importWithRetry } from '#data/device/lazy-import.ts';
import { setPreferences, usePreferences } from '#data/device/preferences.ts';
import { can } from '#domain/permissions.ts';
import { useMedia } from '#ui/use-media.ts';
import type { Code, Store } from '#domain/store.ts';
import { enabledServices, immediateServices, sideColumn } from '#domain/store.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import styles from './side-column.module.css';
import { homeTexts } from './texts.ts';

/** Lazy: the first paint does not need them, and the column is closed on a tablet. */
const loadRoom = () => importWithRetry(() => import('./room.tsx'));
const FloorMaps = lazy(async () => ({ default: (await loadRoom()).FloorMaps }));
const CodeList = lazy(async () => ({ default: (await loadRoom()).CodeList }));

interface SideColumnProps {
  readonly profile: Profile;
  /** The editor of the store's status, shown where the column is wide (B5). */
  readonly status: ReactNode;
  /** Status of the app, shown where the column has nothing else (H-05). */
  readonly app: ReactNode;
  readonly onCode: (code: Code) => void;
  /** The way to the other plans, in place of the column on the free plan (D-03). */
  readonly upgrade: ReactNode;
}

/**
 * The store's state, and its maps if any, else its codes, else the app's status; nothing on the free plan but the way
 * to the other plans (H-05, D-03). Collapsible; the device remembers it.
 */
export function HomeSideColumn({ profile, status, app, onCode, upgrade }: SideColumnProps) {
  // The least width for the board's three columns beside this one.
  const hasRoom = useMedia('(width >= 1280px)');
  const wide = useMedia('(width >= 1600px)');
  const open = usePreferences((p) => p.sideColumnOpen) ?? hasRoom;
  const { store, codes, maps } = profile;
  const shown = sideColumn(store.plan, maps.length, codes.length);
  if (shown === 'none') return <aside className={styles['upgrade']}>{upgrade}</aside>;
  if (!open)
    return (
      <aside aria-label={homeTexts.room} className={styles['closed']}>
        <IconButton
          icon={<IconChevronLeft />}
          label={`${homeTexts.show}: ${homeTexts.room}`}
          onClick={() => setPreferences({ sideColumnOpen: true })}
        />
      </aside>
    );
  const takes = can('order.create', store) && immediateServices(store).includes('LOCAL');
  const pick = takes ? onCode : null;
  return (
    <aside aria-label={homeTexts.room} className={styles['column']}>
      <Panel
        actions={
          <IconButton
            icon={<IconChevronRight />}
            label={`${homeTexts.hide}: ${homeTexts.room}`}
            onClick={() => setPreferences({ sideColumnOpen: false })}
          />
        }
        title={homeTexts.state}
      >
        {wide ? status : <StateList store={store} />}
      </Panel>
      <Suspense>
        {shown === 'maps' ? <FloorMaps codes={codes} currency={store.currency} maps={maps} onCode={pick} /> : null}
        {shown === 'codes' ? <CodeList codes={codes} currency={store.currency} onCode={pick} /> : null}
      </Suspense>
      {shown === 'status' ? <Panel title={homeTexts.app}>{app}</Panel> : null}
    </aside>
  );
}

/** A read-only summary of the status; the store's avatar opens the editor. */
function StateList({ store }: { readonly store: Store }) {
  return (
    <ul className={styles['state']}>
      <li>
        <span>{store.name}</span>
        <b data-on={store.status.open}>{store.status.open ? homeTexts.open : homeTexts.shut}</b>
      </li>
      {enabledServices(store).map((type) => (
        <li key={type}>
          <span>{homeTexts.services[type]}</span>
          <b data-on={store.status.immediate.services[type]}>
            {store.status.immediate.services[type] ? homeTexts.on : homeTexts.off}
          </b>
        </li>
      ))}
      <li>
        <span>{homeTexts.delay(store.status.delay)}</span>
      </li>
    </ul>
  );
}
