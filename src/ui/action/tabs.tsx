import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import styles from './tabs.module.css';

export interface TabItem {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
  readonly icon?: ReactNode;
}

interface TabsProps {
  /** Prefix of the element ids. Pass the same to <TabPanel tabs>. */
  readonly id: string;
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** fill: equal blocks (the phone's board); line: underlined words. */
  readonly variant?: 'fill' | 'line';
  readonly className?: string;
}

/** The index of the tab that an arrow key, Home or End selects; null for other keys. */
export function nextTabIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** A tab list with one stop in the tab order. Arrow keys select at once. */
export function Tabs({ id, label, items, value, onChange, variant = 'fill', className }: TabsProps) {
  const move = (event: KeyboardEvent): void => {
    const index = items.findIndex((item) => item.id === value);
    const next = nextTabIndex(event.key, index, items.length);
    const item = next === null ? undefined : items[next];
    if (!item) return;
    event.preventDefault();
    onChange(item.id);
    document.getElementById(tabId(id, item.id))?.focus();
  };
  return (
    <div aria-label={label} className={cx(styles['tabs'], styles[variant], className)} role="tablist">
      {items.map((item) => (
        <button
          key={item.id}
          aria-controls={item.id === value ? panelId(id, item.id) : undefined}
          aria-selected={item.id === value}
          className={styles['tab']}
          id={tabId(id, item.id)}
          role="tab"
          tabIndex={item.id === value ? 0 : -1}
          type="button"
          onClick={() => onChange(item.id)}
          onKeyDown={move}
        >
          {item.icon}
          <span className={styles['word']}>
            {item.label}
            {item.count === undefined ? null : <b> {item.count}</b>}
          </span>
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps {
  readonly tabs: string;
  readonly tab: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The content of the selected tab. */
export function TabPanel({ tabs, tab, className, children }: TabPanelProps) {
  return (
    <div aria-labelledby={tabId(tabs, tab)} className={className} id={panelId(tabs, tab)} role="tabpanel">
      {children}
    </div>
  );
}

const tabId = (tabs: string, tab: string): string => `${tabs}-tab-${tab}`;
const panelId = (tabs: string, tab: string): string => `${tabs}-panel-${tab}`;
