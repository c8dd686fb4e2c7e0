import type { ComponentPropsWithRef, ReactNode } from 'react';
import type { FieldLook } from './field.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectProps extends FieldLook, Omit<ComponentPropsWithRef<'select'>, 'value' | 'onChange'> {
  readonly options: readonly SelectOption[];
  /** '' while no option is selected. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly icon?: ReactNode;
}
