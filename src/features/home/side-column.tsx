import type { ReactNode } from 'react';
import type { Profile } from '#contract/wire/stores.ts';
import { setPreferences, usePreferences } from '#data/device/preferences.ts';
import { can } from '#domain/permissions.ts';
import { useMedia } from '#ui/use-media.ts';
import type { Code, Store } from '#domain/store.ts';
import { enabledServices, immediateServices, sideColumn } from '#domain/store.ts';
import { IconButton } from '#ui/action/icon-button.tsx';
import { StateTag } from '#ui/feedback/badge.tsx';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.tsx';
import { Panel } from '#ui/layout/card.tsx';
import styles from './side-column.module.css';
import { homeTexts } from './texts.ts';

interface SideColumnProps {
  readonly profile: Profile;
  /** The editor of the store's status, shown where the column is wide (B5). */
  readonly status: ReactNode;
  /** Status of the app, shown where the column has nothing else (H-05). */
  readonly app: ReactNode;
  readonly onCode: (code: Code) => void;
}

/** Codes, if any, and the store's state; nothing on the free plan (H-05). Collapsible; the device remembers it. */
export function HomeSideColumn({ profile, status, app, onCode }: SideColumnProps) {
  // The least width for the board's three columns beside this one.
  const hasRoom = useMedia('(width >= 1280px)');
  const wide = useMedia('(width >= 1600px)');
  const open = usePreferences((p) => p.sideColumnOpen) ?? hasRoom;
  const { store, codes } = profile;
  const shown = sideColumn(store.plan, profile.maps.length, codes.length);
  if (shown === 'none') return null;
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
  const plain = codes.filter((c) => !c.group);
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
      {shown === 'status' ? <Panel title={homeTexts.app}>{app}</Panel> : null}
      {takes && plain.length > 0 ? (
        <Panel title={homeTexts.codes}>
          <ul className={styles['codes']}>
            {plain.map((code) => (
              <li key={code.id}>
                <button className={styles['code']} type="button" onClick={() => onCode(code)}>
                  <b>{code.description}</b>
                  {code.waiting_count > 0 ? (
                    <StateTag state="waiting">{homeTexts.waiting(code.waiting_count)}</StateTag>
                  ) : (
                    <span className={styles['quiet']}>{homeTexts.noPending}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
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
