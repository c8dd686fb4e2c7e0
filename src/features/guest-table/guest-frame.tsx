import type { ReactNode } from 'react';
import type { GuestTable } from '#contract/wire/guests.ts';
import { Button } from '#ui/action/button.tsx';
import { IconButton } from '#ui/action/icon-button.tsx';
import { CountBadge } from '#ui/feedback/badge.tsx';
import { IconBack, IconBell, IconList, IconReceipt, IconTable } from '#ui/icons.tsx';
import { AppFrame } from '#ui/layout/app-frame.tsx';
import { Avatar } from '#ui/layout/avatar.tsx';
import { Rail, RailButton } from '#ui/layout/rail.tsx';
import { TopBar } from '#ui/layout/top-bar.tsx';
import styles from './guest-table.module.css';
import { guestTexts as texts } from './texts.ts';
import type { GuestCalls } from './use-guest-calls.ts';

interface GuestFrameProps {
  readonly table: Pick<GuestTable, 'store' | 'code'>;
  /** Which of the two screens is open. */
  readonly view: 'menu' | 'table';
  /** How many requests wait for an answer. */
  readonly waiting: number;
  readonly calls: GuestCalls;
  /** What hinders the guest now. */
  readonly banner: ReactNode;
  readonly onView: (view: 'menu' | 'table') => void;
  readonly children: ReactNode;
}

/** The frame of a table's screens for its guests: the store, the table, the menu, and the calls. */
export function GuestFrame({ table, view, waiting, calls, banner, onView, children }: GuestFrameProps) {
  const { store, code } = table;
  const count = { count: waiting, countLabel: texts.waitingCount(waiting) };
  return (
    <AppFrame
      banner={
        banner ? (
          <aside aria-label={texts.notice} className={styles['notice']}>
            {banner}
          </aside>
        ) : undefined
      }
      phoneBar={
        <TopBar
          end={
            view === 'table' ? null : (
              <>
                <IconButton
                  disabled={calls.blocked('waiter')}
                  icon={<IconBell />}
                  label={calls.label('waiter')}
                  onClick={() => calls.call('waiter')}
                />
                <Button
                  iconAfter={
                    waiting > 0 ? (
                      <CountBadge count={waiting} label={texts.waitingCount(waiting)} tone="waiting" />
                    ) : undefined
                  }
                  size="sm"
                  variant="secondary"
                  onClick={() => onView('table')}
                >
                  {texts.table}
                </Button>
              </>
            )
          }
          start={
            view === 'table' ? (
              <IconButton icon={<IconBack />} label={texts.backToMenu} onClick={() => onView('menu')} />
            ) : (
              <Avatar decorative name={store.name} size="sm" src={store.logo_url} />
            )
          }
          title={
            <span className={styles['names']}>
              <span className="truncate">{store.name}</span>
              <span className={styles['place']}>{code.description}</span>
            </span>
          }
        />
      }
      rail={
        <Rail head={<Avatar name={store.name} size="rail" src={store.logo_url} />} label={texts.navigation}>
          <RailButton
            {...(view === 'menu' && { 'aria-current': 'page' })}
            icon={<IconList />}
            label={texts.menu}
            onClick={() => onView('menu')}
          />
          <RailButton
            {...(view === 'table' && { 'aria-current': 'page' })}
            {...count}
            icon={<IconTable />}
            label={texts.table}
            onClick={() => onView('table')}
          />
          {(['waiter', 'bill'] as const).map((kind) => (
            <RailButton
              key={kind}
              disabled={calls.blocked(kind)}
              icon={kind === 'waiter' ? <IconBell /> : <IconReceipt />}
              label={calls.label(kind)}
              onClick={() => calls.call(kind)}
            />
          ))}
        </Rail>
      }
    >
      {children}
    </AppFrame>
  );
}

/** The store and the table, where the phone's bar does not say them. */
export const WhereAt = ({ table: { store, code } }: Pick<GuestFrameProps, 'table'>) => (
  <p className={styles['where']}>
    <b>{store.name}</b>
    <span className={styles['place']}>{code.description}</span>
  </p>
);

/** The two calls, as buttons of a screen. */
export const CallButtons = ({ calls }: { readonly calls: GuestCalls }) => (
  <div className={styles['calls']}>
    {(['waiter', 'bill'] as const).map((kind) => (
      <Button
        key={kind}
        disabled={calls.blocked(kind)}
        icon={kind === 'waiter' ? <IconBell size={22} /> : <IconReceipt size={22} />}
        loading={calls.sending === kind}
        variant={kind === 'waiter' ? 'primary' : 'secondary'}
        onClick={() => calls.call(kind)}
      >
        {calls.label(kind)}
      </Button>
    ))}
  </div>
);
