import type { ReactNode } from 'react';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Heading. Consecutive items with the same heading form a group («Mover a…»). */
  readonly group?: string | undefined;
  /** A destructive or rejecting action. */
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** The reason why the item is disabled, or a second line. */
  readonly reason?: string | undefined;
  readonly checked?: boolean | undefined;
  readonly onSelect: () => void;
}
