import { cx } from '#ui/class-names.ts';
import styles from './spinner.module.css';

/** A spinner without text. The surrounding control needs aria-busy. */
export function Spinner({ size = 22, className }: { readonly size?: number; readonly className?: string | undefined }) {
  return (
    <svg aria-hidden="true" className={cx(styles['spinner'], className)} height={size} viewBox="0 0 24 24" width={size}>
      <circle cx="12" cy="12" fill="none" opacity="0.3" r="9" stroke="currentColor" strokeWidth="3" />
      <path d="M12 3a9 9 0 0 1 9 9" fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="3" />
    </svg>
  );
}
