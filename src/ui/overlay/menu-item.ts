import type { ReactNode } from 'react';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Heading; neighbours with the same one stand together («Mover a…»). */
  readonly group?: string | undefined;
  /** Destroys or rejects. */
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Why it is disabled, or a second line. */
  readonly reason?: string | undefined;
  readonly checked?: boolean | undefined;
  readonly onSelect: () => void;
}
