import { useRef } from 'react';
import type { ReactNode, TouchEvent } from 'react';
import type { BoardStatus } from '#domain/order.ts';
import { boardStatuses } from '#domain/order.ts';
import { boardColumnLabels } from '#texts/order.ts';
import { TabPanel, Tabs } from '#ui/action/tabs.tsx';
import { PhoneColumn } from './board-column.tsx';
import { swipeTarget } from './board-columns.ts';
import styles from './order-board.module.css';
import { boardTexts } from './texts.ts';

const tabsId = 'board';

interface PhoneTabsProps {
  readonly tab: BoardStatus;
  readonly onTab: (status: BoardStatus) => void;
  readonly column: (status: BoardStatus) => Parameters<typeof PhoneColumn>[0];
  readonly everywhere: ReactNode;
}

/** The columns as tabs with counts; tap or swipe to change. */
export function PhoneTabs({ tab, onTab, column, everywhere }: PhoneTabsProps) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const onTouchEnd = (event: TouchEvent): void => {
    const from = start.current;
    const end = event.changedTouches[0];
    start.current = null;
    const next = from && end ? swipeTarget(tab, end.clientX - from.x, end.clientY - from.y) : null;
    if (next !== null) onTab(next);
  };
  return (
    <>
      <Tabs
        id={tabsId}
        items={boardStatuses.map((status) => ({
          id: status,
          label: boardColumnLabels[status],
          ...(column(status).known ? { count: column(status).cards.length } : {}),
        }))}
        label={boardTexts.columns}
        value={tab}
        onChange={(id) => onTab(boardStatuses.find((status) => status === id) ?? tab)}
      />
      <TabPanel className={styles['panel']} tab={tab} tabs={tabsId}>
        <div
          className={styles['swipe']}
          onTouchEnd={onTouchEnd}
          onTouchStart={({ touches }) => {
            const finger = touches[0];
            start.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null;
          }}
        >
          {everywhere ?? <PhoneColumn key={tab} {...column(tab)} />}
        </div>
      </TabPanel>
    </>
  );
}
