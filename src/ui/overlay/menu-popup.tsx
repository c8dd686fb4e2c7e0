import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#ui/class-names.ts';
import { IconCheck } from '#ui/icons.tsx';
import type { MenuItem } from './menu-item.ts';
import { menuPosition } from './menu-position.ts';
import { groupItems, menuTarget } from './menu-keys.ts';
import { useLayer } from './use-layer.ts';
import styles from './menu.module.css';

interface MenuPopupProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly align: 'start' | 'end';
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  readonly onSelect: (item: MenuItem) => void;
}

const itemsOf = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

const keepInside = (event: SyntheticEvent): void => event.stopPropagation();

/** The open menu, in its own layer. */
export function MenuPopup({ id, label, items, align, anchor, onClose, onSelect }: MenuPopupProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number; maxHeight: number } | null>(null);
  const root = useLayer({
    opener: anchor,
    requestClose: onClose,
    close: onClose,
    focusFirst: (element) => itemsOf(element)[0]?.focus({ preventScroll: true }),
  });
  useLayoutEffect(() => {
    const from = anchor?.getBoundingClientRect();
    const size = menu.current?.getBoundingClientRect();
    if (!from || !size) return;
    setPlace(menuPosition(from, size, { width: window.innerWidth, height: window.innerHeight }, align));
  }, [anchor, align]);
  useEffect(() => {
    window.addEventListener('resize', onClose);
    return () => window.removeEventListener('resize', onClose);
  }, [onClose]);

  const onKeyDown = (event: KeyboardEvent): void => {
    // The card behind the menu has its own keys.
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      onClose();
      return;
    }
    const all = itemsOf(menu.current);
    const index = all.findIndex((item) => item === document.activeElement);
    const labels = all.map((item) => item.dataset['label'] ?? '');
    const target = menuTarget(event.key, index, labels);
    if (target === null) return;
    event.preventDefault();
    all[target]?.focus();
  };

  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- swallows outside taps; the keyboard uses Esc
    <div
      ref={root}
      className={styles['layer']}
      data-layer="menu"
      onClick={(event) => {
        event.stopPropagation();
        if (event.target === event.currentTarget) onClose();
      }}
      onKeyDown={onKeyDown}
      onMouseDown={keepInside}
      onPointerDown={keepInside}
      onTouchStart={keepInside}
    >
      <div
        ref={menu}
        aria-label={label}
        className={styles['menu']}
        id={id}
        role="menu"
        // Not `visibility`: a hidden row cannot take the focus.
        style={place ?? { opacity: 0 }}
      >
        {groupItems(items).map((group) =>
          group.heading === undefined ? (
            group.items.map((item) => <Row key={item.id} item={item} onSelect={onSelect} />)
          ) : (
            <div key={group.heading} aria-label={group.heading} className={styles['group']} role="group">
              <div aria-hidden="true" className={styles['heading']}>
                {group.heading}
              </div>
              {group.items.map((item) => (
                <Row key={item.id} item={item} onSelect={onSelect} />
              ))}
            </div>
          ),
        )}
      </div>
    </div>,
    document.body,
  );
}

function Row({ item, onSelect }: { readonly item: MenuItem; readonly onSelect: (item: MenuItem) => void }) {
  return (
    <button
      aria-checked={item.checked}
      aria-disabled={item.disabled || undefined}
      className={cx(styles['item'], item.danger && styles['danger'])}
      data-label={item.label}
      role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      tabIndex={-1}
      type="button"
      onClick={() => {
        if (!item.disabled) onSelect(item);
      }}
    >
      {item.icon}
      <span className={styles['words']}>
        {item.label}
        {item.reason === undefined ? null : <span className={styles['reason']}>{item.reason}</span>}
      </span>
      {item.checked ? <IconCheck size={22} /> : null}
    </button>
  );
}
