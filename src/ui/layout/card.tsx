import type { ComponentPropsWithRef, HTMLAttributes, ReactNode, RefCallback } from 'react';
import { useId } from 'react';
import { cx } from '#ui/class-names.ts';
import type { OrderState } from '#ui/state-shapes.tsx';
import styles from './card.module.css';

interface CardProps extends HTMLAttributes<HTMLElement> {
  readonly ref?: RefCallback<HTMLElement> | undefined;
  readonly as?: 'div' | 'article' | 'section' | 'li';
  /** A thick edge at the start in the state's colour. */
  readonly edge?: OrderState | undefined;
  /** A frame of 2 px in the state's colour. */
  readonly frame?: OrderState | undefined;
  /** For a new order: two pulses, then a static edge. */
  readonly fresh?: boolean;
  /** For a refused change: one flash. */
  readonly flash?: boolean;
}

/** A white card with a border instead of a shadow, radius 12. */
export function Card({ as: Tag = 'div', edge, frame, fresh, flash, className, children, ...rest }: CardProps) {
  return (
    <Tag
      {...rest}
      className={cx(
        styles['card'],
        edge && styles['edge'],
        frame && styles['frame'],
        styles[frame ?? edge ?? 'plain'],
        fresh && styles['fresh'],
        flash && styles['flash'],
        className,
      )}
    >
      {children}
    </Tag>
  );
}

interface PanelProps extends Omit<ComponentPropsWithRef<'section'>, 'title'> {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly level?: 2 | 3;
}

/** A section of a screen with a title, radius 16. */
export function Panel({ title, actions, level = 2, className, children, ...rest }: PanelProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    <section
      {...rest}
      aria-labelledby={title === undefined ? undefined : titleId}
      className={cx(styles['panel'], className)}
    >
      {title === undefined && actions === undefined ? null : (
        <header className={styles['head']}>
          {title === undefined ? null : (
            <Heading className={styles['title']} id={titleId}>
              {title}
            </Heading>
          )}
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
