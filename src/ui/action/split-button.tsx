import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { ButtonVariant } from './button.tsx';
import { Menu } from '#ui/overlay/menu.tsx';
import type { MenuItem } from '#ui/overlay/menu-item.ts';
import { IconChevronDown } from '#ui/icons.tsx';
import styles from './split-button.module.css';

interface SplitButtonProps {
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly icon?: ReactNode;
  readonly variant?: ButtonVariant;
  readonly loading?: boolean;
  readonly disabledReason?: string | undefined;
  /** Accessible name of the arrow, such as «Mover a otro estado». */
  readonly menuLabel: string;
  readonly items: readonly MenuItem[];
}

/** A button for the next step, with a menu of the other steps behind the arrow. */
export function SplitButton({
  children,
  onClick,
  icon,
  variant = 'primary',
  loading = false,
  disabledReason,
  menuLabel,
  items,
}: SplitButtonProps) {
  return (
    <div className={styles['split']}>
      <Button
        className={styles['main']}
        disabledReason={disabledReason}
        fullWidth
        icon={icon}
        loading={loading}
        variant={variant}
        onClick={onClick}
      >
        {children}
      </Button>
      <Menu
        items={items}
        label={menuLabel}
        renderTrigger={(props) => (
          <Button
            {...props}
            aria-label={menuLabel}
            className={styles['arrow']}
            disabled={loading || items.length === 0}
            title={menuLabel}
            variant={variant}
          >
            <IconChevronDown />
          </Button>
        )}
      />
    </div>
  );
}
