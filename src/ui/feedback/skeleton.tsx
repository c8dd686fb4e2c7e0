import type { CSSProperties, ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { uiTexts } from '#ui/texts.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS length or pixels. Use the final size, to avoid a layout shift. */
  readonly width?: CSSProperties['width'];
  readonly height?: CSSProperties['height'];
  readonly radius?: CSSProperties['borderRadius'];
}

/** A grey placeholder for loading content. It appears after 150 ms. */
export function Skeleton({ width = '100%', height = 20, radius }: SkeletonProps) {
  return <span aria-hidden="true" className={styles['skeleton']} style={{ width, height, borderRadius: radius }} />;
}

interface SkeletonGroupProps {
  readonly label?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Announces the loading once for all its placeholders. */
export function SkeletonGroup({ label = uiTexts.loading, className, children }: SkeletonGroupProps) {
  return (
    <div aria-busy="true" className={cx(styles['group'], className)}>
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}
