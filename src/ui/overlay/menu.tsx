import { useId, useState } from 'react';
import type { ReactNode, RefCallback } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '#ui/action/icon-button.tsx';
import { IconDots } from '#ui/icons.tsx';
import type { MenuItem } from './menu-item.ts';
import { MenuPopup } from './menu-popup.tsx';

interface TriggerProps {
  readonly ref: RefCallback<HTMLButtonElement>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
}

interface MenuProps {
  /** Accessible name of the menu and of the default ⋮ button. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly icon?: ReactNode;
  readonly align?: 'start' | 'end';
  /** Renders another button than ⋮. Spread the props on it. */
  readonly renderTrigger?: (props: TriggerProps) => ReactNode;
}

/** A button with a menu. Supports arrows, Home, End, first letters and Esc. */
export function Menu({ label, items, icon = <IconDots />, align = 'end', renderTrigger }: MenuProps) {
  const [open, setOpen] = useState(false);
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const id = useId();
  const props: TriggerProps = {
    ref: setAnchor,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen(true),
  };
  return (
    <>
      {renderTrigger ? renderTrigger(props) : <IconButton {...props} icon={icon} label={label} />}
      {open ? (
        <MenuPopup
          align={align}
          anchor={anchor}
          id={id}
          items={items}
          label={label}
          onClose={() => setOpen(false)}
          onSelect={(item) => {
            // Close the menu and restore the focus before the action opens anything else.
            flushSync(() => setOpen(false));
            item.onSelect();
          }}
        />
      ) : null}
    </>
  );
}
