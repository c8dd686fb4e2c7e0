import type { CSSProperties, ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { uiTexts } from '#ui/texts.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS length or pixels; the final geometry, so that nothing jumps. */
  readonly width?: CSSProperties['width'];
  readonly height?: CSSProperties['height'];
  readonly radius?: CSSProperties['borderRadius'];
}

/** Grey shape of something that is coming; shows after 150 ms. */
export function Skeleton({ width = '100%', height = 20, radius }: SkeletonProps) {
  return <span aria-hidden="true" className={styles['skeleton']} style={{ width, height, borderRadius: radius }} />;
}

interface SkeletonGroupProps {
  readonly label?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Says once that it is loading, whatever the number of shapes. */
export function SkeletonGroup({ label = uiTexts.loading, className, children }: SkeletonGroupProps) {
  return (
    <div aria-busy="true" className={cx(styles['group'], className)}>
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}
